import { describe, expect, it } from "vitest";
import type { Mergeability } from "@/lib/contract/hosting/mergeability/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { sortStack } from "@/lib/model/pulls/sort-stack";
import { mergeabilityPollMs } from "./mergeability-poll";
import { findLeaves, findNeighbors, layerStatus } from "./stack";
import { updateCommands } from "./update-commands";

const repository = { id: "repo_1", name: "orders", owner: { slug: "demo", id: "ns_1" } };
const reference = (id: string) => ({ id, number: id, repository });
const pull = (id: string, parent?: string, state: PullRequest["state"] = "open"): PullRequest => ({
  id,
  number: id,
  state,
  draft: false,
  merged: state === "merged",
  title: id,
  body: "",
  head: { ref: id, sha: id },
  base: { ref: "main", sha: "b" },
  author: {},
  createdAt: "",
  updatedAt: "",
  additions: 0,
  deletions: 0,
  changedFiles: 0,
  labels: [],
  stack: { id: "stk", ...(parent ? { parentPullRequest: reference(parent) } : {}) },
  version: {
    number: "1",
    headSha: id,
    baseSha: "b",
    createdAt: "",
    additions: 0,
    deletions: 0,
    changedFiles: 0,
    potentialMergeCommit: { state: "unknown" },
  },
});
const mergeability = (layers: string[], blocked: readonly (readonly [id: string, kind: string])[]): Mergeability => {
  const evaluatedPullRequests = layers.map(reference);
  return {
    pullRequest: reference(layers.at(-1) ?? ""),
    verdict: blocked.length > 0 ? "blocked" : "mergeable",
    blockers: blocked.map(([id, kind]) => ({ pullRequest: reference(id), kind, message: "", evaluatedPullRequests })),
    evaluatedPullRequests,
    headSha: "",
    baseRef: "main",
    baseSha: "",
    evaluatedAt: "",
  };
};

describe("a stack", () => {
  const layers = sortStack([pull("3", "2"), pull("2", "1"), pull("1"), pull("4", "2")]);

  it("sorts from the root up, siblings by number, and terminates on a cycle", () => {
    expect(layers.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
    expect(sortStack([pull("a", "b"), pull("b", "a")])).toHaveLength(2);
    expect(findNeighbors(layers, pull("2", "1"))).toMatchObject({ parent: { id: "1" }, child: { id: "3" } });
  });

  it("gets the state of each layer from the mergeability of the leaves", () => {
    expect(findLeaves(layers).map(({ id }) => id)).toEqual(["3", "4"]);
    expect(findLeaves([pull("1"), pull("2", "1", "closed")]).map(({ id }) => id)).toEqual(["1"]);
    const results = [mergeability(["1", "2", "3"], [["2", "draft"]])];
    expect(layers.map((layer) => layerStatus(layer, results).state)).toEqual([
      "mergeable",
      "blocked",
      "blocked",
      "unknown",
    ]);
    expect(layerStatus(pull("3", "2"), results)).toEqual({ state: "blocked", blockers: [], blockedBelow: "2" });
    expect(layerStatus(pull("1", undefined, "merged"), results).state).toBe("merged");
  });
});

describe("mergeability polling", () => {
  it("H-PR-13 backs off to 30 seconds while mergeability is being checked", () => {
    const checking = mergeability(["1"], [["1", "conflict_check_pending"]]);
    expect([1, 2, 3, 6, 40].map((fetches) => mergeabilityPollMs(checking, fetches))).toEqual([
      1_000, 2_000, 4_000, 30_000, 30_000,
    ]);
    expect(mergeabilityPollMs(mergeability(["1"], [["1", "draft"]]), 9)).toBe(20_000);
    expect(mergeabilityPollMs(mergeability(["1"], []), 9)).toBe(60_000);
    expect(mergeabilityPollMs(undefined, 0)).toBe(false);
  });
});

describe("update commands", () => {
  it("quote branch names that contain shell syntax", () => {
    expect(updateCommands({ head: "fix/a", base: "main" })).toContain("git merge origin/main\ngit push origin fix/a");
    const hostile = updateCommands({ head: "x;$(touch y)", base: "a'b" });
    expect(hostile).toContain("git switch 'x;$(touch y)'");
    expect(hostile).toContain("git merge 'origin/a'\\''b'");
  });
});
