import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Repo, RepoPath } from "../repo";

export const updateRepo = defineOperation({
  id: "updateRepo",
  summary: "Update a repository",
  method: "PATCH",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}",
  pathParams: RepoPath,
  body: z.object({
    /** Name of an existing branch. */
    defaultBranch: z.string().optional(),
    /** At least one of this and `allowSquashMerge` must be true. */
    allowMergeCommit: z.boolean().optional(),
    allowSquashMerge: z.boolean().optional(),
    deleteBranchOnMerge: z.boolean().optional(),
    visibility: z.enum(["internal", "private"], "must be internal or private").optional(),
  }),
  response: Repo,
  scopes: ["repository:settings:write"],
  conflicts: true,
  role: "admin",
});
