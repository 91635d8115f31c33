import { removeRequestedReviewers } from "@/lib/contract/hosting/remove-requested-reviewers";
import { implement } from "../../core/http/implement";
import { requirePullRequest } from "../pulls/pull-request-row";
import { resolveReviewers } from "./resolve-reviewers";
import { withdrawRequests } from "./review-requests";

export const removeRequestedReviewersOperation = implement(
  removeRequestedReviewers,
  async ({ principal, params, body }, service) => {
    const { repository, pull } = await requirePullRequest(service, principal, params, "write");
    const reviewerIds = await resolveReviewers(service, repository, body, { anybody: true });
    await withdrawRequests(service, { pull, reviewerIds });
    return undefined;
  },
);
