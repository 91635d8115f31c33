import { eq } from "drizzle-orm";
import { updatePullRequestReview } from "@/lib/contract/hosting/update-pull-request-review";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { reviews } from "../../core/store/tables/reviews";
import { actorOf } from "../actors/actor";
import { requireReview } from "./find-review";
import { reviewBody } from "./review-body";

export const updatePullRequestReviewOperation = implement(
  updatePullRequestReview,
  async ({ principal, params, body }, context) => {
    const { review } = await requireReview(context, principal, params);
    if ((await actorOf(context, principal)).id !== review.authorId) {
      throw apiError.repohost("PermissionDenied", "Only the author can edit a review");
    }
    await context.db.update(reviews).set({ body: body.body }).where(eq(reviews.id, review.id));
    return reviewBody(context, { ...review, body: body.body });
  },
);
