import { Mergeability } from "@/lib/contract/hosting/mergeability/mergeability";
import { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";

const repository = { id: "rep_1", name: "orders", owner: { slug: "demo", id: "tm_1" } };
const reference = (number: string) => ({ id: `pr_${number}`, number, repository });

/** The mergeability of a pull request with the given blockers. */
export function mergeability(...blockers: { kind: string; state?: string }[]) {
  return Mergeability.parse({
    pullRequest: reference("1"),
    verdict: blockers.length === 0 ? "mergeable" : "blocked",
    blockers: blockers.map(({ kind, state }) => ({
      pullRequest: reference("1"),
      kind,
      message: `because of ${kind}`,
      evaluatedPullRequests: [],
      ...(state ? { requiredChecks: { state, checks: [] } } : {}),
    })),
    evaluatedPullRequests: [],
    headSha: "a",
    baseRef: "main",
    baseSha: "b",
    evaluatedAt: "2026-01-01T00:00:00Z",
  });
}

export const repo: Repo = {
  ...repository,
  fullName: "demo/orders",
  defaultBranch: "main",
  cloneUrl: "",
  visibility: "private",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  allowMergeCommit: true,
  allowSquashMerge: true,
  deleteBranchOnMerge: false,
};
const actor = { type: "user", id: "usr_1" };

export function pull(number: string, changes: object = {}) {
  const at = `2026-01-0${number}T00:00:00Z`;
  return PullRequest.parse({
    id: `pr_${number}`,
    number,
    title: `Pull ${number}`,
    body: "",
    state: "open",
    draft: false,
    merged: false,
    createdAt: at,
    updatedAt: at,
    author: actor,
    labels: [],
    additions: 1,
    deletions: 1,
    changedFiles: 1,
    head: { ref: "topic", sha: "a" },
    base: { ref: "main", sha: "b" },
    version: version("1"),
    ...changes,
  });
}

export const version = (number: string) => ({
  number,
  headSha: "a",
  baseSha: "b",
  createdAt: "2026-01-01T00:00:00Z",
  additions: 1,
  deletions: 1,
  changedFiles: 1,
  potentialMergeCommit: { state: "prepared" },
});
