import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequestPath } from "../pull-request";
import { PullRequestReview } from "../review";
import { reviewContent, verdict } from "./review-draft";

export const createPullRequestReview = defineOperation({
  id: "createPullRequestReview",
  summary: "Submit a review of a pull request and publish its comments",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/reviews",
  pathParams: PullRequestPath,
  bodyBytes: 8 * 1024 * 1024,
  body: z.looseObject({
    verdict,
    ...reviewContent,
  }),
  response: PullRequestReview,
  scopes: ["repository:pull_requests:reviews:write"],
});
