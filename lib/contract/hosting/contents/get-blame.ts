import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CommitAuthor } from "../commit";
import { RepoPath } from "../repo";

export const BlameCommit = z.looseObject({
  sha: z.string(),
  author: CommitAuthor,
  /** The first line of the message. */
  subject: z.string(),
  /** The commit and path before the change; absent if the commit created the file. */
  previous: z.looseObject({ sha: z.string(), path: z.string() }).optional(),
});
export type BlameCommit = z.infer<typeof BlameCommit>;

/** Consecutive lines that one commit wrote, counted from 1. */
export const BlameRange = z.looseObject({
  sha: z.string(),
  startLine: z.number().int(),
  lineCount: z.number().int(),
  /** The path in that commit, and the first of the lines there. */
  path: z.string(),
  originalStartLine: z.number().int(),
});
export type BlameRange = z.infer<typeof BlameRange>;

export const getBlame = defineOperation({
  id: "getBlame",
  summary: "Get the commit that last changed each line of a file",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/blame",
  pathParams: RepoPath,
  query: z.looseObject({ path: z.string(), ref: z.string().optional() }),
  response: z.looseObject({
    /** The commit the revision resolved to. */
    sha: z.string(),
    path: z.string(),
    commits: z.array(BlameCommit),
    ranges: z.array(BlameRange),
  }),
  scopes: ["repository:contents:read"],
  preview: true,
  points: 5,
});
