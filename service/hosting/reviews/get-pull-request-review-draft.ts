import { getPullRequestReviewDraft } from "@/lib/contract/hosting/reviews/get-pull-request-review-draft";
import { implement } from "../../core/http/implement";
import { requireReviewDraft, reviewDraftBody } from "./review-draft-row";

export const getPullRequestReviewDraftOperation = implement(
  getPullRequestReviewDraft,
  async ({ principal, params }, context) => {
    const { draft } = await requireReviewDraft(context, principal, params);
    return reviewDraftBody(context, draft);
  },
);
