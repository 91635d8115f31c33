import type { PullRequest } from "@/lib/contract/hosting/pull-request";

const commits = { headSha: "a".repeat(40), baseSha: "b".repeat(40) };
const size = { additions: 1, deletions: 1, changedFiles: 1 };

/** A pull request that was closed without merging. */
export const closedPull: PullRequest = {
  id: "pr_7",
  number: "7",
  state: "closed",
  draft: false,
  merged: false,
  title: "Round",
  body: "",
  ...size,
  head: { ref: "fix/rounding", sha: commits.headSha },
  base: { ref: "main", sha: commits.baseSha },
  author: {},
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  labels: [],
  closedAt: "2026-01-02T00:00:00Z",
  version: {
    number: "1",
    ...commits,
    createdAt: "2026-01-01T00:00:00Z",
    ...size,
    potentialMergeCommit: { state: "prepared" },
  },
};
