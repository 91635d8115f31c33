import { describe, expect, it } from "vitest";
import { Mergeability, type MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import { blockerTitle, mergeState, orderedBlockers, specificBlockerLabel } from "./merge-blockers";

const reference = (number: string) => ({
  id: `pr_${number}`,
  number,
  repository: { id: "repo_1", name: "orders", owner: { slug: "demo", id: "ns_1" } },
});
const evaluated = (verdict: string, blockers: [number: string, kind: string][], extra: object = {}) =>
  Mergeability.parse({
    pullRequest: reference("2"),
    verdict,
    blockers: blockers.map(([number, kind]) => ({
      pullRequest: reference(number),
      kind,
      message: `because of ${kind}`,
      evaluatedPullRequests: [],
      future: true,
    })),
    evaluatedPullRequests: [reference("1"), reference("2")],
    headSha: "a",
    baseRef: "main",
    baseSha: "b",
    evaluatedAt: "2026-01-01T00:00:00Z",
    ...extra,
  });

describe("mergeability", () => {
  it("H-MERGE-24: accepts unknown fields and blocker kinds", () => {
    const mergeability = evaluated("blocked", [["2", "moon_phase"]], { more: 1 });
    expect(orderedBlockers(mergeability)).toMatchObject([{ kind: "moon_phase", message: "because of moon_phase" }]);
    expect(blockerTitle("moon_phase")).toBe("moon_phase");
  });

  it("H-MERGE-25: counts an unknown verdict as blocked", () => {
    expect(mergeState(evaluated("perhaps", []))).toBe("blocked");
    expect(mergeState(evaluated("mergeable", []))).toBe("mergeable");
  });

  it("sorts blockers by layer, then by the order an author can fix them", () => {
    const mergeability = evaluated("blocked", [
      ["2", "required_approvals"],
      ["2", "draft"],
      ["1", "future"],
      ["1", "merge_conflict"],
    ]);
    expect(orderedBlockers(mergeability).map(({ kind }) => kind)).toEqual([
      "merge_conflict",
      "future",
      "draft",
      "required_approvals",
    ]);
  });

  it("is checking only while the conflict check is the only blocker", () => {
    expect(mergeState(evaluated("blocked", [["2", "conflict_check_pending"]]))).toBe("checking");
    expect(
      mergeState(
        evaluated("blocked", [
          ["2", "conflict_check_pending"],
          ["2", "draft"],
        ]),
      ),
    ).toBe("blocked");
  });
});

const pullRequest = reference("1");
const checks = (state: string): MergeBlocker => ({
  pullRequest,
  kind: "required_checks",
  message: "",
  requiredChecks: { state, checks: [] },
});

it("says what is wrong with required checks", () => {
  expect(specificBlockerLabel(checks("failing"))).toBe("Checks failing");
  expect(specificBlockerLabel(checks("pending"))).toBe("Checks pending");
  expect(specificBlockerLabel(checks("missing"))).toBe("Required checks missing");
  expect(specificBlockerLabel(checks("action_required"))).toBe("Checks need action");
  expect(specificBlockerLabel(checks("new_state"))).toBe("Checks required");
});

it("labels other blockers as lists do", () => {
  expect(specificBlockerLabel({ pullRequest, kind: "required_approvals", message: "" })).toBe("Approval required");
  expect(specificBlockerLabel({ pullRequest, kind: "new_kind", message: "" })).toBe("new_kind");
});
