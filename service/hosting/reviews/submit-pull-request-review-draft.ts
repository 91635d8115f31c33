import { submitPullRequestReviewDraft } from "@/lib/contract/hosting/reviews/submit-pull-request-review-draft";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { publishReview } from "./publish-review";
import { reviewBody } from "./review-body";
import { requireReviewDraft } from "./review-draft-row";

/** Publishes the caller's draft under its id, on the version it was written for. */
export const submitPullRequestReviewDraftOperation = implement(
  submitPullRequestReviewDraft,
  async ({ principal, params, body }, context: HostingContext) => {
    const { found, author, draft } = await requireReviewDraft(context, principal, params);
    const { id, comments, version, body: text } = draft;
    const verdict = body.verdict ?? draft.verdict;
    const review = await publishReview(context, found, author, {
      id,
      verdict,
      comments,
      body: text,
      versionNumber: String(version),
    });
    return reviewBody(context, review);
  },
);
