import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { allAnnotationsQuery, checkRunsQuery, checkSuitesQuery } from "@/components/checks/check-queries";
import { rulesetsQuery } from "@/components/repositories/ruleset-queries";
import type { CheckRun, CheckSuite } from "@/lib/contract/hosting/check";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import PullChecks from "./pull-checks";

afterEach(cleanup);

const owner = { slug: "demo", id: "ns_1" };
const repository = { id: "repo_1", name: "orders", owner };
const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const sha = "a".repeat(40);
const at = "2026-01-01T00:00:00Z";
const actor = { app: { id: "app_ci", displayName: "CI" } };
const pull: PullRequest = {
  id: "pr_7",
  number: "7",
  state: "open",
  draft: false,
  merged: false,
  title: "Round",
  body: "",
  author: {},
  head: { ref: "fix/rounding", sha },
  base: { ref: "main", sha: "b".repeat(40) },
  labels: [],
  createdAt: at,
  updatedAt: at,
  additions: 1,
  deletions: 1,
  changedFiles: 1,
  version: {
    number: "1",
    headSha: sha,
    baseSha: "b".repeat(40),
    createdAt: at,
    additions: 1,
    deletions: 1,
    changedFiles: 1,
    potentialMergeCommit: { state: "prepared" },
  },
};
const suite: CheckSuite = {
  id: "suite_1",
  repository,
  sha,
  key: "ci",
  name: "CI",
  externalId: "1",
  actor,
  createdAt: at,
  updatedAt: at,
};
const run = (id: string, more: Partial<CheckRun>): CheckRun => ({
  id,
  repository,
  checkSuite: { id: "suite_1" },
  sha,
  key: id,
  name: id,
  externalId: "1",
  actor,
  status: "completed",
  externalUpdatedAt: at,
  createdAt: at,
  updatedAt: at,
  isRerequestable: true,
  ...more,
});

it("distinguishes required, optional and missing checks, failed ones first, with keyboard navigation", () => {
  const skipped = run("docs", { conclusion: "skipped" });
  const runs = [
    skipped,
    run("load", { status: "in_progress", deadlineAt: new Date(Date.now() + 3_600_000).toISOString() }),
    run("unit", { conclusion: "failure" }),
    run("lint", {
      status: "rerequested",
      conclusion: "timed_out",
      rerequestedAt: at,
      rerequestedBy: { user: { id: "u", email: "ada@x" } },
    }),
  ];
  const check = (runKey: string) => ({ actorKind: "app", actorId: "app_ci", groupKey: "ci", runKey });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const commit = { ownerSlug: "demo", repoName: "orders", sha };
  client.setQueryData(checkRunsQuery(commit).queryKey, {
    pages: [{ checkRuns: runs, nextPageToken: "", totalSize: runs.length }],
    pageParams: [""],
  });
  client.setQueryData(checkSuitesQuery(commit).queryKey, {
    pages: [{ checkSuites: [suite], nextPageToken: "", totalSize: 1 }],
    pageParams: [""],
  });
  client.setQueryData(allAnnotationsQuery(name, skipped).queryKey, {
    annotations: ["warning", "notice"].map((annotationLevel) => ({
      id: annotationLevel,
      checkRunId: "docs",
      annotationLevel,
      message: "Look",
      createdAt: at,
      updatedAt: at,
    })),
    nextPageToken: "",
  });
  client.setQueryData(rulesetsQuery(name).queryKey, {
    repository,
    rulesets: [
      {
        id: "rs",
        name: "Guard",
        description: "",
        enforcement: "active",
        kind: "merge_branch",
        bypassActors: [],
        includedRefNames: ["main"],
        excludedRefNames: [],
        rules: [
          {
            id: "r",
            ruleType: "require_status_checks",
            parameters: { requiredChecks: [check("unit"), check("deploy")] },
          },
        ],
      },
    ],
  });
  render(
    <QueryClientProvider client={client}>
      <PullChecks name={name} pull={pull} defaultBranch="main" canWrite />
    </QueryClientProvider>,
  );
  expect(screen.getByRole("status").textContent).toContain("0 of 2 required checks passed, 1 missing");
  expect(screen.getByRole("list", { name: "Missing checks" }).textContent).toContain("deploy");
  const rows = within(screen.getByRole("region", { name: "CI" })).getAllByRole("listitem");
  expect(rows.map((row) => row.id)).toEqual(["check-unit", "check-lint", "check-load", "check-docs"]);
  expect(rows.map((row) => row.textContent?.match(/\d+ annotations?/)?.[0])).toEqual([
    undefined,
    undefined,
    undefined,
    "2 annotations",
  ]);
  const [unit, lint, load] = rows.map((row) => row.textContent ?? "");
  expect(unit).toContain("FailedRequired");
  expect(lint).toContain("Re-run requestedPrevious attempt: Timed outOptional");
  expect(load).toContain("times out in ");
  expect(screen.getByRole("link", { name: "Fix with an agent" })).toBeTruthy();

  fireEvent.keyDown(window, { key: "j" });
  expect(document.activeElement?.textContent).toBe("unit");
  fireEvent.keyDown(window, { key: "j" });
  fireEvent.keyDown(window, { key: "k" });
  expect(document.activeElement?.textContent).toBe("unit");
  localStorage.setItem("slipway.shortcuts", "off");
  fireEvent.keyDown(window, { key: "j" });
  expect(document.activeElement?.textContent).toBe("unit");
  localStorage.clear();
});
