import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { openEnum } from "../../open-enum";
import { RepoPath } from "../repo";

export const GitTreeEntry = z.looseObject({
  /** Relative to the requested tree. */
  path: z.string(),
  /** Octal, six digits. */
  mode: z.string(),
  type: openEnum(["blob", "tree", "commit"]),
  sha: z.string(),
  /** Bytes of a blob. */
  size: z.number().int().optional(),
});
export type GitTreeEntry = z.infer<typeof GitTreeEntry>;

export const getTree = defineOperation({
  id: "getTree",
  summary: "Get a tree, optionally recursive",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/git/trees/{sha}",
  pathParams: RepoPath.extend({ sha: z.string() }),
  query: z.looseObject({
    /** Only `true` and `1` walk the whole tree; anything else lists the immediate children. */
    recursive: z.string().optional(),
  }),
  response: z.looseObject({ sha: z.string(), tree: z.array(GitTreeEntry), truncated: z.boolean() }),
  scopes: ["repository:contents:read"],
  conflicts: true,
});
