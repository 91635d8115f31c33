import { requestReviewers } from "@/lib/contract/hosting/reviewers/request-reviewers";
import { implement } from "../../core/http/implement";
import { actorOf } from "../actors/actor";
import { requirePullRequest } from "../pulls/pull-request-row";
import { resolveReviewers } from "./resolve-reviewers";
import { requestReviews } from "./review-requests";
import { reviewersBody } from "./reviewers-body";

/** Returns the reviewers requested by this call. */
export const requestReviewersOperation = implement(requestReviewers, async ({ principal, params, body }, context) => {
  const { repository, pull } = await requirePullRequest(context, principal, params, "write");
  const reviewerIds = await resolveReviewers(context, repository, body, { anyUser: false });
  await requestReviews(context, { pull, reviewerIds, requestedBy: await actorOf(context, principal) });
  return reviewersBody(context, reviewerIds);
});
