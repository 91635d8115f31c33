import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequestReview, ReviewPath, requiredText } from "../review";

export const updatePullRequestReview = defineOperation({
  id: "updatePullRequestReview",
  summary: "Edit the summary of your review",
  method: "PATCH",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/reviews/{reviewId}",
  pathParams: ReviewPath,
  body: z.looseObject({ body: requiredText }),
  response: PullRequestReview,
  scopes: ["repository:pull_requests:reviews:write"],
});
