import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequestReview, ReviewPath, requiredText } from "../review";

export const dismissPullRequestReview = defineOperation({
  id: "dismissPullRequestReview",
  summary: "Dismiss a review so its verdict no longer counts",
  method: "PUT",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/reviews/{reviewId}/dismissals",
  pathParams: ReviewPath,
  body: z.looseObject({ message: requiredText }),
  response: PullRequestReview,
  scopes: ["repository:pull_requests:reviews:write"],
});
