import { z } from "zod";
import { openEnum } from "../open-enum";

/** One file of a diff. `patch` is a unified diff starting at its first `@@`, empty for binary and very large files. */
export const CommitFile = z.looseObject({
  filename: z.string(),
  status: openEnum(["added", "removed", "modified", "renamed", "copied"]),
  additions: z.number().int(),
  deletions: z.number().int(),
  changes: z.number().int(),
  patch: z.string(),
  /** Renamed and copied files only. */
  previousFilename: z.string().optional(),
});
export type CommitFile = z.infer<typeof CommitFile>;

/** One page of a diff. */
export const CommitFiles = z.looseObject({ files: z.array(CommitFile), nextPageToken: z.string() });
