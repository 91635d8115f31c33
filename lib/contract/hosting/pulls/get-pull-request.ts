import { z } from "zod";
import { defineOperation } from "../../operation";
import { PullRequest, PullRequestPath } from "../pull-request";

export const getPullRequest = defineOperation({
  id: "getPullRequest",
  summary: "Get a pull request",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}",
  pathParams: PullRequestPath,
  query: z.looseObject({}),
  response: PullRequest,
  family: "repohost",
  scopes: ["repository:pull_requests:read"],
});
