import { z } from "zod";
import { defineOperation } from "../../operation";
import { PullRequestPath } from "../pull-request";

export const deletePullRequestReviewDraft = defineOperation({
  id: "deletePullRequestReviewDraft",
  summary: "Discard your unsubmitted review of a pull request",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/review_draft",
  pathParams: PullRequestPath,
  query: z.looseObject({}),
  response: z.undefined(),
  success: 204,
  family: "repohost",
  scopes: ["repository:pull_requests:reviews:write"],
  points: 5,
  // Other users never see it.
  audited: false,
  preview: true,
});
