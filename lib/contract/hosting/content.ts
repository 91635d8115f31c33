import { z } from "zod";
import { openEnum } from "../open-enum";

/** A file with its content, or a folder with its immediate children. Symlinks are files that hold their target. */
export const Content = z.looseObject({
  type: openEnum(["file", "dir", "submodule"]),
  /** How `content` is written; files only. */
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
