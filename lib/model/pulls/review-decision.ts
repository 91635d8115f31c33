import type { PullFacts } from "@/lib/contract/dashboard/agent-row";
import type { PullRequestReview } from "@/lib/contract/hosting/review";
import { reviewerStates } from "./reviewer-states";

/** The decision about a version, from all reviews, oldest first. After a push, the new version waits for its own review. */
export function reviewDecision(
  reviews: readonly PullRequestReview[],
  version: string,
): NonNullable<PullFacts["review"]> {
  const current = reviewerStates(reviews, undefined).filter((reviewer) => reviewer.version === version);
  const verdicts = new Set(current.map(({ verdict }) => verdict));
  if (verdicts.has("request_changes")) return "changes_requested";
  return verdicts.has("approve") ? "approved" : "none";
}
