import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { openEnum } from "../../open-enum";
import { RepoPath } from "../repo";

const maxBytes = 4_096;
const fits = (text: string) => new TextEncoder().encode(text).length <= maxBytes;
const count = z.number().int().min(0, "must not be negative").max(4_294_967_295);
const globs = z
  .array(z.string().min(1, "must not be empty").refine(fits, `must be at most ${maxBytes} bytes`))
  .max(20, "must contain at most 20 globs")
  .default([]);

/** A matching line, or a context line near it. */
export const GrepMatch = z.looseObject({
  path: z.string(),
  lineNumber: z.number().int(),
  line: z.string(),
  kind: openEnum(["match", "context"]),
  /** Byte offsets of the match in the line; the end is exclusive. */
  submatches: z.array(z.looseObject({ start: z.number().int(), end: z.number().int() })),
});
export type GrepMatch = z.infer<typeof GrepMatch>;

export const grepContents = defineOperation({
  id: "grepContents",
  summary: "Search file contents at a revision",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}:grep",
  pathParams: RepoPath,
  body: z.object({
    query: z
      .string("is required")
      .min(1, "is required")
      .refine(fits, `must be at most ${maxBytes} bytes`)
      .refine((text) => text.isWellFormed() && !/[\n\r]/.test(text), "must be one line of valid text"),
    ref: z.string().optional(),
    literal: z.boolean().default(false),
    /** With `literal` only; use `(?i)` in a regular expression. */
    caseInsensitive: z.boolean().default(false),
    /** With `literal` only; use `\\b` in a regular expression. */
    wholeWord: z.boolean().default(false),
    /** Capped at 10. */
    contextBefore: count.default(0),
    contextAfter: count.default(0),
    filterPath: z.string().default(""),
    includes: globs,
    excludes: globs,
    /** 0 or more than 1000 means 1000. */
    maxResults: count.default(0),
  }),
  response: z.looseObject({ matches: z.array(GrepMatch), limitHit: z.boolean() }),
  scopes: ["repository:contents:read"],
  role: "viewer",
  audited: false,
});
