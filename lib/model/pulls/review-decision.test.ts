import { expect, it } from "vitest";
import type { PullRequestReview } from "@/lib/contract/hosting/review";
import { reviewDecision } from "./review-decision";

const review = (user: string, verdict: string, version = "2", more: Partial<PullRequestReview> = {}) => ({
  id: `${user} ${verdict} ${version}`,
  author: { user: { id: user, email: "" } },
  verdict,
  body: "",
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
