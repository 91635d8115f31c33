import { describe, expect, it } from "vitest";
import type { Mergeability } from "@/lib/contract/hosting/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { layersOf, leavesOf, neighboursOf, verdictOfLayer } from "./stack";
import { updateCommands } from "./update-commands";
import { verdictPause } from "./verdict-pause";

const repository = { id: "repo_1", name: "orders", owner: { slug: "demo", id: "ns_1" } };
const reference = (id: string) => ({ id, number: id, repository });
const pull = (id: string, parent?: string, state: PullRequest["state"] = "open"): PullRequest => ({
  ...{ id, number: id, state, draft: false, merged: state === "merged", title: id, body: "" },
  ...{ head: { ref: id, sha: id }, base: { ref: "main", sha: "b" }, author: {}, createdAt: "", updatedAt: "" },
  ...{ additions: 0, deletions: 0, changedFiles: 0, labels: [] },
  stack: { id: "stk", ...(parent ? { parentPullRequest: reference(parent) } : {}) },
  version: {
    ...{ number: "1", headSha: id, baseSha: "b", createdAt: "", additions: 0, deletions: 0, changedFiles: 0 },
    potentialMergeCommit: { state: "unknown" },
  },
});
const verdict = (layers: string[], blocked: readonly (readonly [id: string, kind: string])[]): Mergeability => {
  const evaluatedPullRequests = layers.map(reference);
  return {
    ...{ pullRequest: reference(layers.at(-1) ?? ""), verdict: blocked.length > 0 ? "blocked" : "mergeable" },
    blockers: blocked.map(([id, kind]) => ({ pullRequest: reference(id), kind, message: "", evaluatedPullRequests })),
    ...{ evaluatedPullRequests, headSha: "", baseRef: "main", baseSha: "", evaluatedAt: "" },
  };
};

describe("a stack", () => {
  const layers = layersOf([pull("3", "2"), pull("2", "1"), pull("1"), pull("4", "2")]);

  it("stands from its root up, forks by number, and one that is a circle still ends", () => {
    expect(layers.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
    expect(layersOf([pull("a", "b"), pull("b", "a")])).toHaveLength(2);
    expect(neighboursOf(layers, pull("2", "1"))).toMatchObject({ parent: { id: "1" }, child: { id: "3" } });
  });

  it("is judged by asking its tops alone, each layer by what is its own", () => {
    expect(leavesOf(layers).map(({ id }) => id)).toEqual(["3", "4"]);
    expect(leavesOf([pull("1"), pull("2", "1", "closed")]).map(({ id }) => id)).toEqual(["1"]);
    const verdicts = [verdict(["1", "2", "3"], [["2", "draft"]])];
    expect(layers.map((layer) => verdictOfLayer(layer, verdicts).word)).toEqual([
      "mergeable",
      "blocked",
      "mergeable",
      "not known yet",
    ]);
    expect(verdictOfLayer(pull("1", undefined, "merged"), verdicts).word).toBe("merged");
  });
});

describe("a verdict", () => {
  it("H-PR-13 that is being found out is asked for ever more rarely, at most each half minute", () => {
    const unknown = verdict(["1"], [["1", "conflict_check_pending"]]);
    expect([1, 2, 3, 6, 40].map((answers) => verdictPause(unknown, answers))).toEqual([
      1_000, 2_000, 4_000, 30_000, 30_000,
    ]);
    expect(verdictPause(verdict(["1"], [["1", "draft"]]), 9)).toBe(20_000);
    expect(verdictPause(verdict(["1"], []), 9)).toBe(60_000);
    expect(verdictPause(undefined, 0)).toBe(false);
  });
});

describe("commands to paste", () => {
  it("quote names of branches that a shell would run", () => {
    expect(updateCommands({ head: "fix/a", base: "main" })).toContain("git merge origin/main\ngit push origin fix/a");
    const hostile = updateCommands({ head: "x;$(touch y)", base: "a'b" });
    expect(hostile).toContain("git switch 'x;$(touch y)'");
    expect(hostile).toContain("git merge 'origin/a'\\''b'");
  });
});
