import { expect, it } from "vitest";
import type { Mergeability } from "@/lib/contract/hosting/mergeability";
import type { PullRequestReview } from "@/lib/contract/hosting/review";
import { mergeabilityState, reviewDecision } from "./open-pull-facts";

const review = (user: string, verdict: string, version = "2", more: Partial<PullRequestReview> = {}) => ({
  ...{ id: `${user} ${verdict} ${version}`, author: { user: { id: user, email: "" } }, verdict, body: "" },
  pullRequestVersion: { number: version, headSha: "", baseSha: "" },
  ...more,
});

it.each<[string, PullRequestReview[], string]>([
  ["no reviews", [], "none"],
  ["a comment", [review("a", "comment")], "none"],
  ["an approval", [review("a", "approve"), review("a", "comment")], "approved"],
  [
    "requested changes besides an approval",
    [review("a", "request_changes"), review("b", "approve")],
    "changes_requested",
  ],
  ["an approval after requested changes", [review("a", "request_changes"), review("a", "approve")], "approved"],
  ["reviews of the version before", [review("a", "request_changes", "1"), review("b", "approve", "1")], "none"],
  [
    "a dismissed review",
    [review("a", "request_changes", "2", { dismissal: { dismissedAt: "", message: "" } })],
    "none",
  ],
])("of %s, the decision is right", (_, reviews, decision) => {
  expect(reviewDecision(reviews, "2")).toBe(decision);
});

it.each<[string[], string]>([
  [[], "mergeable"],
  [["merge_conflict", "required_checks"], "conflict"],
  [["conflict_check_pending"], "checking"],
  [["conflict_check_pending", "required_approvals"], "blocked"],
  [["behind_base"], "behind"],
  [["behind_base", "required_checks"], "blocked"],
  [["of_a_newer_service"], "blocked"],
])("with the blockers %j it is %s", (kinds, state) => {
  const blockers = kinds.map((kind) => ({ kind })) as Mergeability["blockers"];
  expect(mergeabilityState({ verdict: kinds.length === 0 ? "mergeable" : "blocked", blockers })).toBe(state);
});
