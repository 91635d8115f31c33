import { defineOperation } from "../../define-operation";
import { PullRequest, PullRequestPath } from "../pull-request";

export const getPullRequest = defineOperation({
  id: "getPullRequest",
  summary: "Get a pull request",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}",
  pathParams: PullRequestPath,
  response: PullRequest,
  scopes: ["repository:pull_requests:read"],
});
