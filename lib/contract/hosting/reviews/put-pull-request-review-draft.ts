import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequestPath } from "../pull-request";
import { draftContent, PullRequestReviewDraft, verdict } from "./review-draft";

export const putPullRequestReviewDraft = defineOperation({
  id: "putPullRequestReviewDraft",
  summary: "Create or replace your unsubmitted review of a pull request",
  method: "PUT",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/review_draft",
  pathParams: PullRequestPath,
  bodyBytes: 8 * 1024 * 1024,
  body: z.looseObject({
    verdict: verdict.optional(),
    ...draftContent,
    /** Replaces only this revision, so that clients don't overwrite each other; empty if there must be no draft. */
    expectedRevision: z.string("must be a draft's revision").optional(),
  }),
  response: PullRequestReviewDraft,
  scopes: ["repository:pull_requests:reviews:write"],
  conflicts: true,
  // Clients save while the user types, and other users never see it. Submitting is audited.
  audited: false,
  preview: true,
});
