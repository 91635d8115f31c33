import { eq } from "drizzle-orm";
import { deletePullRequestReviewDraft } from "@/lib/contract/hosting/reviews/delete-pull-request-review-draft";
import { implement } from "../../core/http/implement";
import { reviewDrafts } from "../../core/store/tables/reviews";
import { requireReviewDraft } from "./review-draft-row";

export const deletePullRequestReviewDraftOperation = implement(
  deletePullRequestReviewDraft,
  async ({ principal, params }, context) => {
    const { draft } = await requireReviewDraft(context, principal, params);
    await context.db.delete(reviewDrafts).where(eq(reviewDrafts.id, draft.id));
    return undefined;
  },
);
