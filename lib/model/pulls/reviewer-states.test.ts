import { expect, it } from "vitest";
import type { PullRequestReview } from "@/lib/contract/hosting/review";
import { reviewerStates } from "./reviewer-states";

const author = (name: string) => ({ user: { id: `user_${name}`, email: `${name}@example.test`, displayName: name } });
const review = (
  name: string,
  verdict: string,
  version: string,
  more: Partial<PullRequestReview> = {},
): PullRequestReview => ({
  id: `rev_${name}_${version}`,
  author: author(name),
  verdict,
  body: "",
  submittedAt: `2026-11-0${version}T00:00:00Z`,
  pullRequestVersion: { number: version, headSha: "a", baseSha: "b", createdAt: "" },
  ...more,
});
const dismissal = { dismissedAt: "2026-11-03T00:00:00Z", message: "Outdated" };
const asked = (...names: string[]) => ({ users: names.map((name) => author(name).user), groups: [] });

it("shows the latest decision that isn't dismissed, and a comment only without one", () => {
  const states = reviewerStates(
    [
      review("ana", "request_changes", "1"),
      review("ana", "approve", "2"),
      review("ana", "comment", "3"),
      review("leo", "comment", "1"),
      review("mia", "approve", "1", { dismissal }),
    ],
    undefined,
  );
  expect(states.map(({ name, verdict, version, reviewId }) => [name, verdict, version, reviewId])).toEqual([
    ["ana", "approve", "2", "rev_ana_2"],
    ["leo", "comment", "1", undefined],
  ]);
});

it("lists outstanding requests first, including those of earlier reviewers", () => {
  const states = reviewerStates([review("ana", "approve", "1"), review("leo", "request_changes", "1")], {
    ...asked("ana", "zoe"),
    groups: [{ id: "grp_1", slug: "backend" }],
  });
  expect(states.map(({ name, isRequested, kind }) => [name, isRequested, kind])).toEqual([
    ["ana", true, "user"],
    ["backend", true, "group"],
    ["zoe", true, "user"],
    ["leo", false, "user"],
  ]);
});
