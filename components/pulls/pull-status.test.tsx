import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { PullStatus } from "@/lib/contract/dashboard/pulls/list-pull-statuses";
import PullStatusBadges from "./pull-status";

afterEach(cleanup);

const text = (status: Partial<PullStatus>) =>
  render(<PullStatusBadges status={{ number: "1", headSha: "a", ...status }} />).container.textContent;
const done = (conclusion: string, count: number) => ({ status: "completed", conclusion, count });

it("shows the worst check result and the first blocker", () => {
  const checks = [done("success", 3), { status: "queued", count: 1 }, done("timed_out", 2)];
  expect(text({ checks })).toBe("Checks: 2 of 6 failed");
  expect(text({ checks: [done("success", 3), done("skipped", 1)] })).toBe("Checks: 4 passed");
  expect(text({ checks: [] })).toBe("");
  const blockers = ["required_approvals", "merge_conflict"].map((kind) => ({ kind }));
  expect(text({ verdict: { verdict: "blocked", blockers } })).toBe("Blocked: Conflicts and 1 more, Approval required");
  expect(text({ verdict: { verdict: "mergeable", blockers: [] } })).toBe("Mergeable");
  expect(text({ verdict: { verdict: "somehow", blockers: [] } })).toBe("Blocked");
  expect(text({ verdict: { verdict: "blocked", blockers: [{ kind: "conflict_check_pending" }] } })).toBe("Checking…");
});

it("counts comments", () => {
  expect(text({ comments: { count: 3, more: false } })).toBe("3 comments");
  expect(text({ comments: { count: 100, more: true } })).toBe("100+ comments");
  expect(text({ comments: { count: 0, more: false } })).toBe("");
});

it("shows the decision of the reviews", () => {
  expect(text({ review: "approved" })).toBe("Approved");
  expect(text({ review: "changes_requested" })).toBe("Changes requested");
  expect(text({ review: "none" })).toBe("");
});

it("says what is wrong with required checks", () => {
  const verdict = { verdict: "blocked", blockers: [{ kind: "required_checks" }] };
  const blocker = (checks: PullStatus["checks"]) => text({ checks, verdict })?.split("Blocked: ")[1];
  expect(blocker([done("success", 3), done("failure", 1)])).toBe("Checks failing");
  expect(blocker([done("success", 3), { status: "queued", count: 1 }])).toBe("Checks pending");
  expect(blocker([done("success", 3)])).toBe("Required checks missing");
  expect(blocker(undefined)).toBe("Checks required");
});

it("names every blocker in the title", () => {
  const blockers = ["required_approvals", "required_checks"].map((kind) => ({ kind }));
  const status = { number: "1", headSha: "a", verdict: { verdict: "blocked", blockers } };
  render(<PullStatusBadges status={status} />);
  expect(screen.getByTitle("Checks required, Approval required").textContent).toContain("Checks required and 1 more");
});

it("leaves a draft to the row's state", () => {
  const draft = { kind: "draft" };
  expect(text({ verdict: { verdict: "blocked", blockers: [draft] } })).toBe("");
  const more = [draft, { kind: "merge_conflict" }];
  expect(text({ verdict: { verdict: "blocked", blockers: more } })).toBe("Blocked: Conflicts");
});
