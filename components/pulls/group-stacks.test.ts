import { expect, it } from "vitest";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { groupStacks } from "./group-stacks";

const at = { number: "1", headSha: "a", baseSha: "b", createdAt: "", additions: 0, deletions: 0, changedFiles: 0 };
const pull = (number: string, stack?: { id: string; parent?: string }): PullRequest => ({
  id: `pr_${number}`,
  number,
  state: "open",
  draft: false,
  merged: false,
  title: "",
  body: "",
  author: {},
  head: { ref: "a", sha: "a" },
  base: { ref: "main", sha: "b" },
  createdAt: "",
  updatedAt: "",
  additions: 0,
  deletions: 0,
  changedFiles: 0,
  labels: [],
  version: { ...at, potentialMergeCommit: { state: "prepared" } },
  ...(stack
    ? {
        stack: {
          id: stack.id,
          ...(stack.parent
            ? { parentPullRequest: { id: `pr_${stack.parent}`, number: stack.parent, repository: reference } }
            : {}),
        },
      }
    : {}),
});
const reference = { id: "repo_1", name: "orders", owner: { slug: "demo", id: "ns_1", type: "team" } };

it("lists layers of a stack together, the top layer first", () => {
  const pulls = [
    pull("9", { id: "s", parent: "4" }),
    pull("8"),
    pull("7", { id: "other" }),
    pull("5"),
    pull("4", { id: "s", parent: "2" }),
    pull("2", { id: "s" }),
  ];
  expect(
    groupStacks(pulls, (each) => each).map(({ entry, layer }) => [
      entry.number,
      layer && `${layer.position} of ${layer.count}`,
    ]),
  ).toEqual([
    ["9", "3 of 3"],
    ["4", "2 of 3"],
    ["2", "1 of 3"],
    ["8", undefined],
    ["7", undefined],
    ["5", undefined],
  ]);
});
