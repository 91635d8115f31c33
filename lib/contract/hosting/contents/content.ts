import { z } from "zod";
import { openEnum } from "../../open-enum";

/** A file with its content, or a folder with its immediate children. A symlink is a file that contains its target. */
export const Content = z.looseObject({
  type: openEnum(["file", "dir", "submodule"]),
  /** Encoding of `content`; files only. */
  encoding: openEnum(["base64"]).optional(),
  /** Decoded bytes. */
  size: z.string(),
  name: z.string(),
  path: z.string(),
  sha: z.string(),
  content: z.string().optional(),
  get entries() {
    return z.array(Content).optional();
  },
});
export type Content = z.infer<typeof Content>;
