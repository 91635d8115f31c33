import { listRequestedReviewers } from "@/lib/contract/hosting/list-requested-reviewers";
import { implement } from "../../core/http/implement";
import { requirePullRequest } from "../pulls/pull-request-row";
import { outstandingReviewers } from "./review-requests";
import { reviewersBody } from "./reviewers-body";

export const listRequestedReviewersOperation = implement(
  listRequestedReviewers,
  async ({ principal, params }, service) => {
    const { pull } = await requirePullRequest(service, principal, params);
    return reviewersBody(service, await outstandingReviewers(service, pull.id));
  },
);
