import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { PullRow } from "./pull-row";

afterEach(cleanup);

function textOf(state: string): string | null {
  const pull: PullRequest = {
    id: "pr_1",
    number: "1",
    state: "open",
    draft: false,
    merged: false,
    title: "Round prices",
    body: "",
    head: { ref: "rounding", sha: "a" },
    base: { ref: "main", sha: "b" },
    author: {},
    createdAt: "",
    updatedAt: "",
    additions: 0,
    deletions: 0,
    changedFiles: 0,
    labels: [],
    version: {
      number: "1",
      headSha: "a",
      baseSha: "b",
      createdAt: "",
      additions: 0,
      deletions: 0,
      changedFiles: 0,
      potentialMergeCommit: { state },
    },
  };
  const repository = { ownerSlug: "demo", repoName: "orders" };
  return render(<PullRow repository={repository} pull={pull} status={undefined} />).container.textContent;
}

it("H-PR-13 shows conflicts only once they are known", () => {
  expect(textOf("merge_conflict")).toContain("Conflicts");
  expect(textOf("unknown")).not.toContain("Conflicts");
});
