import { and, eq, isNull } from "drizzle-orm";
import { dismissPullRequestReview } from "@/lib/contract/hosting/dismiss-pull-request-review";
import { implement } from "../../core/http/implement";
import { refuse } from "../../core/http/refusal";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { reviews } from "../../core/store/tables/reviews";
import { actorOf } from "../actors/actor";
import { requireReview } from "./find-review";
import { reviewBody } from "./review-body";
import { recordReviewEvent } from "./review-event";

/** A verdict is dismissed once; what was said first stays. */
export const dismissPullRequestReviewOperation = implement(
  dismissPullRequestReview,
  async ({ principal, params, body }, context) => {
    const { review, pull } = await requireReview(context, principal, params, "write");
    if (review.verdict === "comment") {
      throw refuse.repohost("FailedPrecondition", "A review that only comments has no verdict to dismiss");
    }
    const by = await actorOf(context, principal);
    const dismissed = await context.db.transaction(async (tx) => {
      // The pull request first: a merge that counts the review holds it.
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
      if (!row) throw refuse.repohost("FailedPrecondition", "The review is dismissed already");
      await recordReviewEvent(tx, context, "pull_request.review.dismissed", pull, row);
      return row;
    });
    return reviewBody(context, dismissed);
  },
);
