import { z } from "zod";
import { defineOperation } from "../../define-operation";
import {
  ParentPullRequestSelector,
  PullRequest,
  PullRequestPath,
  pullRequestBody,
  pullRequestTitle,
} from "../pull-request";

export const updatePullRequest = defineOperation({
  id: "updatePullRequest",
  summary: "Update a pull request: title, body, draft, state, base or stack parent",
  method: "PATCH",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}",
  pathParams: PullRequestPath,
  body: z.looseObject({
    title: pullRequestTitle.optional(),
    body: pullRequestBody.optional(),
    state: z.enum(["open", "closed"], "must be open or closed").optional(),
    draft: z.boolean("must be true or false").optional(),
    base: z.string("must be a branch").optional(),
    parentPullRequest: ParentPullRequestSelector.optional(),
  }),
  response: PullRequest,
  scopes: ["repository:pull_requests:write"],
  conflicts: true,
});
