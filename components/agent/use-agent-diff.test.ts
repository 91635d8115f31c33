import { describe, expect, it } from "vitest";
import { findComparedRefs, shownPages } from "./use-agent-diff";

const url = "https://git.example.com/demo/orders.git";
const branch = { repoUrl: "git.example.com/demo/orders", branch: "agent/fix" };
const repository = {
  id: "1",
  name: "orders",
  fullName: "demo/orders",
  owner: { slug: "demo", id: "2" },
  defaultBranch: "main",
  createdAt: "",
  updatedAt: "",
  cloneUrl: url,
  visibility: "private",
  allowMergeCommit: true,
  allowSquashMerge: true,
  deleteBranchOnMerge: false,
} as const;
const head = "a".repeat(40);

describe("the revisions of an agent's changes", () => {
  it("are the default branch and the pushed commit", () => {
    expect(findComparedRefs({ agent: { repos: [{ url }] }, branch, repository, pull: undefined, head })).toEqual({
      base: "main",
      head,
    });
  });

  it("start at the ref the agent started from", () => {
    const agent = { repos: [{ url, startingRef: "release" }] };
    expect(findComparedRefs({ agent, branch, repository, pull: undefined, head })?.base).toBe("release");
  });

  it("start at the default branch when the agent works on the branch it started from", () => {
    const agent = { repos: [{ url, startingRef: "agent/fix" }] };
    expect(findComparedRefs({ agent, branch, repository, pull: undefined, head })?.base).toBe("main");
  });

  it("don't exist when the agent commits to the default branch", () => {
    const agent = { repos: [{ url, startingRef: "main" }] };
    const main = { ...branch, branch: "main" };
    expect(findComparedRefs({ agent, branch: main, repository, pull: undefined, head })).toBeUndefined();
  });
});

it("lists the files of 1, 2, 4 and so on pages until all are loaded", () => {
  const pages = Array.from({ length: 30 }, (_, index) => ({ files: [], nextPageToken: index < 29 ? `${index}` : "" }));
  const counts = pages.map((_, index) => shownPages(pages.slice(0, index + 1)).length);
  expect(counts.slice(0, 9)).toEqual([1, 2, 2, 4, 4, 4, 4, 8, 8]);
  expect(new Set(counts)).toEqual(new Set([1, 2, 4, 8, 16, 30]));
});
