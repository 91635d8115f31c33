import { eq } from "drizzle-orm";
import { updatePullRequestReview } from "@/lib/contract/repohost/update-pull-request-review";
import { implement } from "../../http/implement";
import { refuse } from "../../http/refusal";
import { reviews } from "../../store/tables/reviews";
import { actorOf } from "../actors/actor";
import { requireReview } from "./find-review";
import { reviewBody } from "./review-body";

export const updatePullRequestReviewOperation = implement(
  updatePullRequestReview,
  async ({ principal, params, body }, service) => {
    const { review } = await requireReview(service, principal, params);
    if ((await actorOf(service, principal)).id !== review.authorId) {
      throw refuse.repohost("PermissionDenied", "Only its author changes a review");
    }
    await service.db.update(reviews).set({ body: body.body }).where(eq(reviews.id, review.id));
    return reviewBody(service, { ...review, body: body.body });
  },
);
