import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequestPath } from "../pull-request";

export const deletePullRequestReviewDraft = defineOperation({
  id: "deletePullRequestReviewDraft",
  summary: "Discard your unsubmitted review of a pull request",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/review_draft",
  pathParams: PullRequestPath,
  response: z.undefined(),
  success: 204,
  scopes: ["repository:pull_requests:reviews:write"],
  // Other users never see it.
  audited: false,
  preview: true,
});
