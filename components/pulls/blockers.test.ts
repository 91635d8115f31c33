import { describe, expect, it } from "vitest";
import { Mergeability } from "@/lib/contract/hosting/mergeability";
import { blockerName, isMergeable, isUndecided, orderedBlockers } from "./blockers";

const reference = (number: string) => ({
  id: `pr_${number}`,
  number,
  repository: { id: "repo_1", name: "orders", owner: { slug: "demo", id: "ns_1" } },
});
const judged = (verdict: string, blockers: [number: string, kind: string][], extra: object = {}) =>
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

describe("a verdict", () => {
  it("H-MERGE-24: is read with fields and kinds nobody knows", () => {
    const verdict = judged("blocked", [["2", "moon_phase"]], { more: 1 });
    expect(orderedBlockers(verdict)).toMatchObject([{ kind: "moon_phase", message: "because of moon_phase" }]);
    expect(blockerName("moon_phase")).toBe("moon_phase");
  });

  it("H-MERGE-25: that nobody knows counts as blocked", () => {
    expect(isMergeable(judged("perhaps", []))).toBe(false);
    expect(isMergeable(judged("mergeable", []))).toBe(true);
  });

  it("lists what can be mended first, layer by layer", () => {
    const verdict = judged("blocked", [
      ["2", "required_approvals"],
      ["2", "draft"],
      ["1", "future"],
      ["1", "merge_conflict"],
    ]);
    expect(orderedBlockers(verdict).map(({ kind }) => kind)).toEqual([
      "merge_conflict",
      "future",
      "draft",
      "required_approvals",
    ]);
  });

  it("is undecided only while nothing else is in the way", () => {
    expect(isUndecided(judged("blocked", [["2", "conflict_check_pending"]]))).toBe(true);
    expect(
      isUndecided(
        judged("blocked", [
          ["2", "conflict_check_pending"],
          ["2", "draft"],
        ]),
      ),
    ).toBe(false);
    expect(isUndecided(judged("mergeable", []))).toBe(false);
  });
});
