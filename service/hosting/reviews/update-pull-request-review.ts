import { eq } from "drizzle-orm";
import { updatePullRequestReview } from "@/lib/contract/hosting/reviews/update-pull-request-review";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { reviewDrafts, reviews } from "../../core/store/tables/reviews";
import { actorOf } from "../actors/actor";
import { requireReview } from "./find-review";
import { reviewBody } from "./review-body";
import { findOwnDraft, reviewDraftBody } from "./review-draft-row";

export const updatePullRequestReviewOperation = implement(
  updatePullRequestReview,
  async ({ principal, params, body }, context) => {
    const draft = await findOwnDraft(context, principal, params);
    if (draft) {
      const change = { body: body.body, revision: context.ids.typed("rvn"), updatedAt: context.clock.now() };
      await context.db.update(reviewDrafts).set(change).where(eq(reviewDrafts.id, draft.id));
      const {
        comments: _comments,
        revision: _revision,
        updatedAt: _updatedAt,
        ...edited
      } = await reviewDraftBody(context, { ...draft, ...change });
      return edited;
    }
    const { review } = await requireReview(context, principal, params);
    if ((await actorOf(context, principal)).id !== review.authorId) {
      throw apiError.repohost("PermissionDenied", "Only the author can edit a review");
    }
    await context.db.update(reviews).set({ body: body.body }).where(eq(reviews.id, review.id));
    return reviewBody(context, { ...review, body: body.body });
  },
);
