import { and, eq, isNull } from "drizzle-orm";
import { dismissPullRequestReview } from "@/lib/contract/hosting/reviews/dismiss-pull-request-review";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { reviews } from "../../core/store/tables/reviews";
import { actorOf } from "../actors/actor";
import { requireReview } from "./find-review";
import { reviewBody } from "./review-body";
import { findOwnDraft } from "./review-draft-row";
import { recordReviewEvent } from "./review-event";

/** A review can only be dismissed once; the first message is kept. */
export const dismissPullRequestReviewOperation = implement(
  dismissPullRequestReview,
  async ({ principal, params, body }, context) => {
    if (await findOwnDraft(context, principal, params)) {
      throw apiError.repohost("FailedPrecondition", "The review isn't submitted; discard the draft instead");
    }
    const { review, pull } = await requireReview(context, principal, params, "write");
    if (review.verdict === "comment") {
      throw apiError.repohost("FailedPrecondition", "Comment reviews have no verdict to dismiss");
    }
    const by = await actorOf(context, principal);
    const dismissed = await context.db.transaction(async (tx) => {
      // Lock the pull request first, like a merge that counts the review.
      const isReviewed = eq(pullRequests.id, review.pullRequestId);
      await tx.select({ id: pullRequests.id }).from(pullRequests).where(isReviewed).for("update");
      const now = context.clock.now();
      await tx.update(pullRequests).set({ updatedAt: now }).where(isReviewed);
      const [row] = await tx
        .update(reviews)
        .set({
          dismissedAt: now,
          dismissedById: by.id,
          dismissedByAppId: by.appId ?? null,
          dismissalMessage: body.message,
        })
        .where(and(eq(reviews.id, review.id), isNull(reviews.dismissedAt)))
        .returning();
      if (!row) throw apiError.repohost("FailedPrecondition", "The review is already dismissed");
      await recordReviewEvent(tx, context, "pull_request.review.dismissed", pull, row);
      return row;
    });
    return reviewBody(context, dismissed);
  },
);
