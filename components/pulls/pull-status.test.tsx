import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { PullStatus } from "@/lib/contract/dashboard/list-pull-statuses";
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
  expect(text({ verdict: { verdict: "blocked", blockers } })).toBe("Blocked: Conflicts +1, Approvals");
  expect(text({ verdict: { verdict: "mergeable", blockers: [] } })).toBe("Mergeable");
  expect(text({ verdict: { verdict: "somehow", blockers: [] } })).toBe("Blocked");
  expect(text({ verdict: { verdict: "blocked", blockers: [{ kind: "conflict_check_pending" }] } })).toBe("Checking…");
});
