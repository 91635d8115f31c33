import { z } from "zod";
import { defineOperation } from "../../operation";
import { PullRequestReview, ReviewPath, requiredText } from "../review";

export const updatePullRequestReview = defineOperation({
  id: "updatePullRequestReview",
  summary: "Edit the summary of your review",
  method: "PATCH",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/reviews/{reviewId}",
  pathParams: ReviewPath,
  query: z.looseObject({}),
  body: z.looseObject({ body: requiredText }),
  response: PullRequestReview,
  family: "repohost",
  scopes: ["repository:pull_requests:reviews:write"],
  points: 5,
});
