import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequestPath, PullRequestReference } from "../pull-request";

export const getPullRequestMergeMessage = defineOperation({
  id: "getPullRequestMergeMessage",
  summary: "Get the commit messages that merging a pull request would write, stack root first",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/merge_message",
  pathParams: PullRequestPath,
  query: z.looseObject({ mergeMethod: z.enum(["merge", "squash"], "must be merge or squash") }),
  response: z.looseObject({
    /** The branch that would receive the commits. */
    baseRef: z.string(),
    commits: z.array(z.looseObject({ pullRequest: PullRequestReference, title: z.string(), message: z.string() })),
  }),
  scopes: ["repository:pull_requests:read"],
  preview: true,
  points: 5,
});
