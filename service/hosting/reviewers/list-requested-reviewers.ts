import { listRequestedReviewers } from "@/lib/contract/hosting/reviewers/list-requested-reviewers";
import { implement } from "../../core/http/implement";
import { requirePullRequest } from "../pulls/pull-request-row";
import { outstandingReviewers } from "./review-requests";
import { reviewersBody } from "./reviewers-body";

export const listRequestedReviewersOperation = implement(
  listRequestedReviewers,
  async ({ principal, params }, context) => {
    const { pull } = await requirePullRequest(context, principal, params);
    return reviewersBody(context, await outstandingReviewers(context, pull.id));
  },
);
