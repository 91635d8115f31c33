import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { expectedHeadSha, PullRequestPath } from "../pull-request";

export const updatePullRequestBranch = defineOperation({
  id: "updatePullRequestBranch",
  summary: "Update a pull request's branch with its base, or with the branch of the pull request below it in its stack",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/update_branch",
  pathParams: PullRequestPath,
  body: z.looseObject({
    expectedHeadSha,
    /** `merge` adds a merge commit. `rebase` replays the pull request's commits. */
    method: z.enum(["merge", "rebase"], "must be merge or rebase").optional(),
  }),
  response: z.looseObject({
    headSha: z.string(),
    /** False if the branch already contained everything. */
    updated: z.boolean(),
  }),
  scopes: ["repository:contents:write"],
  conflicts: true,
  preview: true,
  points: 10,
});
