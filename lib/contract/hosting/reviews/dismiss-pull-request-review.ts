import { z } from "zod";
import { defineOperation } from "../../operation";
import { PullRequestReview, ReviewPath, requiredText } from "../review";

export const dismissPullRequestReview = defineOperation({
  id: "dismissPullRequestReview",
  summary: "Dismiss a review so its verdict no longer counts",
  method: "PUT",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/reviews/{reviewId}/dismissals",
  pathParams: ReviewPath,
  query: z.looseObject({}),
  body: z.looseObject({ message: requiredText }),
  response: PullRequestReview,
  family: "repohost",
  scopes: ["repository:pull_requests:reviews:write"],
  points: 5,
});
