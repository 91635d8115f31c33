import { z } from "zod";

/** Of one user and pull request. The oldest are dropped. */
export const maxViewedMarks = 5_000;
/** Two for each file: with its blob id, and with the commit if that wasn't known. */
export const maxMarksPerCall = 2 * maxViewedMarks;
const maxMarkLength = 4_300;

/** A pull request's id. */
export const ViewedFilesPath = z.object({ pullId: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, "must be an id") });

/** A blob id and a path: a file that changes is no longer viewed. */
export const viewedMark = z
  .string()
  .min(1, "must not be empty")
  .max(maxMarkLength, `must be at most ${maxMarkLength} characters`)
  .refine((value) => !value.includes("\u0000"), "must not contain NUL characters");
