import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { ParentPullRequestSelector, PullRequest, pullRequestBody, pullRequestTitle } from "../pull-request";
import { RepoPath } from "../repo";

export const createPullRequest = defineOperation({
  id: "createPullRequest",
  summary: "Open a pull request",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls",
  pathParams: RepoPath,
  body: z.looseObject({
    title: pullRequestTitle,
    body: pullRequestBody.optional(),
    head: z.string("must be a branch"),
    base: z.string("must be a branch"),
    draft: z.boolean("must be true or false").optional(),
    parentPullRequest: ParentPullRequestSelector.optional(),
  }),
  response: PullRequest,
  scopes: ["repository:pull_requests:write"],
});
