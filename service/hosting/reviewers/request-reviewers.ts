import { requestReviewers } from "@/lib/contract/hosting/request-reviewers";
import { implement } from "../../core/http/implement";
import { actorOf } from "../actors/actor";
import { requirePullRequest } from "../pulls/pull-request-row";
import { resolveReviewers } from "./resolve-reviewers";
import { requestReviews } from "./review-requests";
import { reviewersBody } from "./reviewers-body";

/** Answers whom this call has asked. */
export const requestReviewersOperation = implement(requestReviewers, async ({ principal, params, body }, service) => {
  const { repository, pull } = await requirePullRequest(service, principal, params, "write");
  const reviewerIds = await resolveReviewers(service, repository, body, { anybody: false });
  await requestReviews(service, { pull, reviewerIds, requestedBy: await actorOf(service, principal) });
  return reviewersBody(service, reviewerIds);
});
