import { submitPullRequestReviewDraft } from "@/lib/contract/hosting/submit-pull-request-review-draft";
import type { Context } from "../../core/context";
import { implement } from "../../core/http/implement";
import type { WithGit } from "../../git/with-git";
import { publishReview } from "./publish-review";
import { reviewBody } from "./review-body";
import { requireReviewDraft } from "./review-draft-row";

/** Publishes the caller's draft under its id, on the version it was written for. */
export const submitPullRequestReviewDraftOperation = implement(
  submitPullRequestReviewDraft,
  async ({ principal, params, body }, context: Context & WithGit) => {
    const { found, author, draft } = await requireReviewDraft(context, principal, params);
    const { id, comments, version, body: text } = draft;
    const verdict = body.verdict ?? draft.verdict;
    const review = await publishReview(context, found, author, {
      ...{ id, verdict, comments },
      body: text,
      versionNumber: String(version),
    });
    return reviewBody(context, review);
  },
);
