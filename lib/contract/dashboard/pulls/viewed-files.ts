import { z } from "zod";

/** Of one user and pull request. The oldest are dropped. */
export const maxViewedMarks = 5_000;
/** Two for each file: with its blob id, and with the commit if that wasn't known. */
export const maxMarksPerCall = 2 * maxViewedMarks;
const maxMarkLength = 4_300;

/** A pull request's id. */
export const ViewedFilesPath = z.object({ pullId: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, "must be an id") });

/** Of one user and pull request. The oldest are dropped. */
export const maxSeenVersions = 100;

const sha = z.string().regex(/^[0-9a-f]{40,64}$/, "must be a commit id");

/** A version of a pull request that a user has looked at. */
export const SeenVersion = z.strictObject({
  number: z.string().regex(/^[1-9][0-9]{0,14}$/, "must be a version number"),
  headSha: sha,
  baseSha: sha,
});
export type SeenVersion = z.infer<typeof SeenVersion>;

/** A blob id and a path: a file that changes is no longer viewed. */
export const viewedMark = z
  .string()
  .min(1, "must not be empty")
  .max(maxMarkLength, `must be at most ${maxMarkLength} characters`)
  .refine((value) => !value.includes("\u0000"), "must not contain NUL characters");
