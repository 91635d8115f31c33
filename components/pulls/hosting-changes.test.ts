import { expect, it } from "vitest";
import type { HostingChange } from "@/lib/model/hosting/hosting-change";
import { isHosted, isStaleAfter } from "./hosting-changes";

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
  ["a list of nothing yet", { what: "pull", repository, pulls: ["7"] }, ["pulls", "list", undefined, {}], true],
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
    "the verdict of its pull request",
    { what: "checks", repository, sha: "a1", pulls: ["7"] },
    ["pulls", "detail", { ...orders, pullNumber: "7" }, "mergeability", "1"],
    true,
  ],
  [
    "that of another",
    { what: "checks", repository, sha: "a1", pulls: [] },
    ["pulls", "detail", { ...orders, pullNumber: "7" }, "mergeability", "1"],
    false,
  ],
  [
    "any, when none is known",
    { what: "checks", repository, sha: "a1" },
    ["pulls", "detail", { ...orders, pullNumber: "7" }, "mergeability", "1"],
    true,
  ],
  ["branches", { what: "repository", repository }, ["hosting", "branches", orders], true],
  [
    "what somebody searched",
    { what: "repository", repository },
    ["hosting", "search", "acme", "orders", "main", {}],
    false,
  ],
  ["agents", { what: "apps" }, ["agents", "list"], false],
])("%s", (_name, change, key, expected) => {
  expect(isStaleAfter(change, key)).toBe(expected);
});

it("knows what may have changed for who missed everything", () => {
  expect([["pulls", "list"], ["checks"], ["hosting"], ["agents"], [7]].map(isHosted)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
