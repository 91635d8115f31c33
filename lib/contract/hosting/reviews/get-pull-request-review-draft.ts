import { defineOperation } from "../../define-operation";
import { PullRequestPath } from "../pull-request";
import { PullRequestReviewDraft } from "./review-draft";

export const getPullRequestReviewDraft = defineOperation({
  id: "getPullRequestReviewDraft",
  summary: "Get your unsubmitted review of a pull request",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/review_draft",
  pathParams: PullRequestPath,
  response: PullRequestReviewDraft,
  scopes: ["repository:pull_requests:reviews:read"],
  preview: true,
});
