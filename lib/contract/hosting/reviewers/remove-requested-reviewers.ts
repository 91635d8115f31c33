import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequestPath } from "../pull-request";
import { Reviewers } from "./request-reviewers";

export const removeRequestedReviewers = defineOperation({
  id: "removePullRequestRequestedReviewers",
  summary: "Remove requested reviewers from a pull request",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/requested_reviewers",
  pathParams: PullRequestPath,
  body: Reviewers,
  response: z.undefined(),
  success: 204,
  scopes: ["repository:pull_requests:reviews:write"],
});
