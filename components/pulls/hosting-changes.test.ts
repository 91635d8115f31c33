import { expect, it } from "vitest";
import type { HostingChange } from "@/lib/model/hosting/hosting-change";
import { isHostingQuery, isStaleAfter } from "./hosting-changes";

const repository = { id: "repo_1", owner: "Acme", name: "orders" };
const orders = { ownerSlug: "acme", repoName: "Orders" };
const other = { ownerSlug: "acme", repoName: "other" };

it.each<[string, HostingChange, readonly unknown[], boolean]>([
  [
    "the pull request",
    { what: "pull", repository, pulls: ["7"] },
    ["pulls", "detail", { ...orders, pullNumber: "7" }, "record"],
    true,
  ],
  [
    "by id",
    { what: "pull", repository, pulls: ["7"] },
    ["pulls", "detail", { ownerSlug: "_", repoName: "repo_1", pullNumber: "7" }, "comments"],
    true,
  ],
  [
    "its files",
    { what: "pull", repository, pulls: ["7"] },
    ["pulls", "detail", { ...orders, pullNumber: "7" }, "files", "2"],
    false,
  ],
  [
    "another number",
    { what: "pull", repository, pulls: ["7"] },
    ["pulls", "detail", { ...orders, pullNumber: "8" }, "record"],
    false,
  ],
  [
    "another repository",
    { what: "pull", repository, pulls: ["7"] },
    ["pulls", "detail", { ...other, pullNumber: "7" }, "record"],
    false,
  ],
  ["the list", { what: "pull", repository, pulls: ["7"] }, ["pulls", "list", orders, { state: "open" }], true],
  [
    "an agent's pull requests on GitHub",
    { what: "github", repository, pulls: ["7"] },
    ["github", "agent", "bc-1"],
    true,
  ],
  ["pull requests on GitHub after another change", { what: "pull", repository }, ["github", "agent", "bc-1"], false],
  ["a list without a repository", { what: "pull", repository, pulls: ["7"] }, ["pulls", "list", undefined, {}], true],
  [
    "checks of the commit",
    { what: "checks", repository, sha: "a1", pulls: ["7"] },
    ["checks", { ...orders, sha: "a1" }, "runs"],
    true,
  ],
  [
    "checks of another commit",
    { what: "checks", repository, sha: "a1", pulls: ["7"] },
    ["checks", { ...orders, sha: "b2" }, "runs"],
    false,
  ],
  [
    "mergeability of its pull request",
    { what: "checks", repository, sha: "a1", pulls: ["7"] },
    ["pulls", "detail", { ...orders, pullNumber: "7" }, "mergeability", "1"],
    true,
  ],
  [
    "mergeability of another pull request",
    { what: "checks", repository, sha: "a1", pulls: [] },
    ["pulls", "detail", { ...orders, pullNumber: "7" }, "mergeability", "1"],
    false,
  ],
  [
    "mergeability, if the pull requests are unknown",
    { what: "checks", repository, sha: "a1" },
    ["pulls", "detail", { ...orders, pullNumber: "7" }, "mergeability", "1"],
    true,
  ],
  ["branches", { what: "repository", repository }, ["hosting", "branches", orders], true],
  ["search results", { what: "repository", repository }, ["hosting", "search", "acme", "orders", "main", {}], false],
  ["agents", { what: "apps" }, ["agents", "list"], false],
])("%s", (_name, change, key, expected) => {
  expect(isStaleAfter(change, key)).toBe(expected);
});

it("matches every hosting query after missed changes", () => {
  expect([["pulls", "list"], ["checks"], ["hosting"], ["agents"], [7]].map(isHostingQuery)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
