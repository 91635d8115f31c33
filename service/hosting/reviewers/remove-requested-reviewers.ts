import { removeRequestedReviewers } from "@/lib/contract/hosting/reviewers/remove-requested-reviewers";
import { implement } from "../../core/http/implement";
import { actorOf } from "../actors/actor";
import { requirePullRequest } from "../pulls/pull-request-row";
import { resolveReviewers } from "./resolve-reviewers";
import { removeReviewRequests } from "./review-requests";

export const removeRequestedReviewersOperation = implement(
  removeRequestedReviewers,
  async ({ principal, params, body }, context) => {
    const { repository, pull } = await requirePullRequest(context, principal, params, "write");
    const reviewerIds = await resolveReviewers(context, repository, body, { anyUser: true });
    await removeReviewRequests(context, { pull, reviewerIds, removedBy: await actorOf(context, principal) });
    return undefined;
  },
);
