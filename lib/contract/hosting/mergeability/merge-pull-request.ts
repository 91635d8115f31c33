import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { expectedHeadSha, PullRequest, PullRequestPath } from "../pull-request";

export const mergePullRequest = defineOperation({
  id: "mergePullRequest",
  summary: "Merge a pull request and everything below it in its stack",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/merge",
  pathParams: PullRequestPath,
  body: z.looseObject({
    expectedHeadSha,
    mergeMethod: z.enum(["merge", "squash"], "must be merge or squash").optional(),
  }),
  response: z.looseObject({
    mergeCommitSha: z.string(),
    /** What this call merged, stack root first; empty when it was already merged. */
    mergedPullNumbers: z.array(z.string()),
    pullRequest: PullRequest,
  }),
  scopes: ["repository:contents:write"],
  conflicts: true,
  points: 10,
});
