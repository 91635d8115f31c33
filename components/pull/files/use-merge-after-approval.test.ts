import { expect, it } from "vitest";
import { isMergeableOnceApproved } from "./use-merge-after-approval";

const repository = { id: "repo_1", name: "orders", owner: { id: "ns_1", slug: "demo" } };
const reference = { id: "pr_1", number: "1", repository };
const blocker = (kind: string, more: object = {}) => ({
  pullRequest: reference,
  kind,
  message: "",
  evaluatedPullRequests: [reference],
  ...more,
});
const approvals = (approvedCount: number, requiredCount: number) =>
  blocker("required_approvals", { requiredApprovals: { approvedCount, requiredCount } });
const judged = (blockers: ReturnType<typeof blocker>[], evaluated = 1) =>
  isMergeableOnceApproved({ blockers, evaluatedPullRequests: Array.from({ length: evaluated }, () => reference) });

it("is so if nothing blocks it, or only the last missing approval", () => {
  expect(judged([])).toBe(true);
  expect(judged([approvals(1, 2)])).toBe(true);
});

it("isn't so if more is missing, or other pull requests are merged with it", () => {
  expect(judged([approvals(0, 2)])).toBe(false);
  expect(judged([blocker("required_approvals")])).toBe(false);
  expect(judged([approvals(0, 1), blocker("required_checks")])).toBe(false);
  expect(judged([blocker("merge_conflict")])).toBe(false);
  expect(judged([], 2)).toBe(false);
  const rule = { ruleset: { id: "r", name: "Main" }, ruleType: "linear_history", blockers: [], mergeMethod: "merge" };
  expect(isMergeableOnceApproved({ blockers: [], evaluatedPullRequests: [], bypassedRules: [rule] })).toBe(false);
});
