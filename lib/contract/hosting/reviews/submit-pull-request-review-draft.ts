import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequestPath } from "../pull-request";
import { PullRequestReview } from "../review";
import { verdict } from "./review-draft";

export const submitPullRequestReviewDraft = defineOperation({
  id: "submitPullRequestReviewDraft",
  summary: "Submit your unsubmitted review of a pull request and publish its comments",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/review_draft/submit",
  pathParams: PullRequestPath,
  /** Defaults to the draft's verdict. */
  body: z.looseObject({ verdict: verdict.optional() }),
  response: PullRequestReview,
  scopes: ["repository:pull_requests:reviews:write"],
  preview: true,
});
