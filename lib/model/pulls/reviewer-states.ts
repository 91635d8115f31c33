import type { Actor } from "@/lib/contract/hosting/actor";
import type { PullRequestReview } from "@/lib/contract/hosting/review";
import type { RequestedReviewers } from "@/lib/contract/hosting/reviewers/list-requested-reviewers";
import { actorName } from "@/lib/model/hosting/actor-name";

export interface ReviewerState {
  /** `user_…`, `app_…`, `sa_…` or `grp_…` */
  id: string;
  name: string;
  kind: "user" | "group" | "other";
  /** The decision that counts, if there is one. */
  verdict: "approve" | "request_changes" | "comment" | undefined;
  /** The reviewed version. */
  version: string | undefined;
  /** The review with the decision, for dismissing it. */
  reviewId: string | undefined;
  /** A review is requested and outstanding. */
  isRequested: boolean;
}

const idOf = ({ user, app, serviceAccount }: Actor) => user?.id ?? app?.id ?? serviceAccount?.id ?? "";
const isDecision = (verdict: string) => verdict === "approve" || verdict === "request_changes";

/**
 * Reviewers and requested reviewers, each with the verdict that counts: the latest decision that isn't dismissed, or a comment.
 * Requests come first, then requested changes, approvals and comments.
 */
export function reviewerStates(
  reviews: readonly PullRequestReview[],
  requested: RequestedReviewers | undefined,
): ReviewerState[] {
  const states = new Map<string, ReviewerState>();
  const stateOf = (id: string, name: string, kind: ReviewerState["kind"]): ReviewerState => {
    const known = states.get(id);
    if (known) return known;
    const state = { id, name, kind, isRequested: false, verdict: undefined, version: undefined, reviewId: undefined };
    states.set(id, state);
    return state;
  };
  for (const review of reviews) {
    const { id, author, verdict, pullRequestVersion, dismissal } = review;
    if (dismissal) continue;
    const state = stateOf(idOf(author), actorName(author), author.user ? "user" : "other");
    const replaces = isDecision(verdict) || state.verdict === undefined || state.verdict === "comment";
    if (!replaces) continue;
    state.verdict = verdict === "approve" || verdict === "request_changes" ? verdict : "comment";
    state.version = pullRequestVersion.number;
    state.reviewId = isDecision(verdict) ? id : undefined;
  }
  for (const { id, displayName, email } of requested?.users ?? []) {
    stateOf(id, displayName || email || id, "user").isRequested = true;
  }
  for (const { id, slug } of requested?.groups ?? []) stateOf(id, slug ?? id, "group").isRequested = true;
  const rank = ({ isRequested, verdict }: ReviewerState) =>
    isRequested ? 0 : verdict === "request_changes" ? 1 : verdict === "approve" ? 2 : 3;
  return [...states.values()].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}
