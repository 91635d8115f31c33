import { expect, it } from "vitest";
import { mergeabilityWithoutBypass } from "./mergeability-without-bypass";

const pullRequest = { id: "pr_1", number: "1", repository: { id: "r", name: "w", owner: { slug: "a", id: "ns" } } };
const mergeability = {
  pullRequest,
  verdict: "mergeable",
  blockers: [],
  evaluatedPullRequests: [pullRequest],
  headSha: "a",
  baseRef: "main",
  baseSha: "b",
  evaluatedAt: "",
};
const approvals = { pullRequest, kind: "required_approvals", message: "0 of 1" };
const ruleset = { id: "rs_1", name: "Guard" };

it("lists what bypassed rules would block, once", () => {
  const bypassedRules = [1, 2].map(() => ({ ruleset, ruleType: "pull_request", blockers: [approvals] }));
  const found = mergeabilityWithoutBypass({ ...mergeability, bypassedRules });
  expect(found).toMatchObject({ verdict: "blocked", canBypass: true, blockers: [approvals] });
  expect(found.blockers).toHaveLength(1);
  const draft = { pullRequest, kind: "draft", message: "Draft", evaluatedPullRequests: [] };
  const blocked = mergeabilityWithoutBypass({ ...mergeability, verdict: "blocked", blockers: [draft], bypassedRules });
  expect(blocked).toMatchObject({ canBypass: false, blockers: [draft, approvals] });
});

it("keeps a mergeability without bypassed rules, or whose rules block nothing", () => {
  expect(mergeabilityWithoutBypass(mergeability)).toBe(mergeability);
  const linear = { ruleset, ruleType: "required_linear_history", blockers: [], mergeMethod: "merge" };
  expect(mergeabilityWithoutBypass({ ...mergeability, bypassedRules: [linear] }).verdict).toBe("mergeable");
});
