import { describe, expect, it } from "vitest";
import { Mergeability } from "@/lib/contract/repohost/mergeability";
import { PullRequest } from "@/lib/contract/repohost/pull-request";
import { ManualClock } from "@/lib/live/server/manual-clock";
import { UpstreamError } from "@/lib/upstream/error";
import { createPullJudge, type PullSource } from "./pull-judge";
import { pullNeed } from "./pull-need";

const repository = { id: "rep_1", name: "orders", owner: { slug: "demo", id: "tm_1" } };
const reference = (number: string) => ({ id: `pr_${number}`, number, repository });

function verdict(...blockers: { kind: string; state?: string }[]) {
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

describe("what a verdict asks of a person", () => {
  it.each([
    ["a merge", [], { need: "ready", why: "" }],
    [
      "a look at failed checks, before anything else",
      [{ kind: "behind_base" }, { kind: "required_checks", state: "failing" }],
      { need: "checks", why: "because of required_checks" },
    ],
    ["a review", [{ kind: "required_approvals" }], { need: "blocked", why: "because of required_approvals" }],
    [
      "something nobody knows yet",
      [{ kind: "conflict_check_pending" }, { kind: "moon_phase" }],
      { need: "blocked", why: "because of moon_phase" },
    ],
    ["nothing while checks run", [{ kind: "required_checks", state: "pending" }], undefined],
    ["nothing of a draft", [{ kind: "draft" }], undefined],
  ])("is %s", (_, blockers, need) => {
    expect(pullNeed(verdict(...blockers))).toEqual(need);
  });
});

const actor = { type: "user", id: "usr_1" };

function pull(number: string, changes: object = {}) {
  const at = `2026-01-0${number}T00:00:00Z`;
  return PullRequest.parse({
    ...{ id: `pr_${number}`, number, title: `Pull ${number}`, body: "", state: "open", draft: false, merged: false },
    ...{ createdAt: at, updatedAt: at, author: actor, labels: [], additions: 1, deletions: 1, changedFiles: 1 },
    ...{ head: { ref: "topic", sha: "a" }, base: { ref: "main", sha: "b" }, version: version("1") },
    ...changes,
  });
}

const version = (number: string) => ({
  ...{ number, headSha: "a", baseSha: "b", createdAt: "2026-01-01T00:00:00Z" },
  ...{ additions: 1, deletions: 1, changedFiles: 1, potentialMergeCommit: { state: "prepared" } },
});

function bench(pulls: PullRequest[], verdicts: Readonly<Record<string, Mergeability | Error>>) {
  const clock = new ManualClock();
  const asked: string[] = [];
  const repo = {
    ...repository,
    ...{ fullName: "demo/orders", defaultBranch: "main", cloneUrl: "", visibility: "private" },
    ...{ createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z" },
    ...{ allowMergeCommit: true, allowSquashMerge: true, deleteBranchOnMerge: false },
  };
  const source: PullSource = {
    repositories: async () => [repo],
    openPulls: async () => {
      asked.push("list");
      return { pullRequests: pulls, nextPageToken: "" };
    },
    verdict: async ({ pullNumber }) => {
      asked.push(pullNumber);
      const told = verdicts[pullNumber];
      if (!told || told instanceof Error) throw told ?? new Error(`no verdict of ${pullNumber}`);
      return told;
    },
  };
  return { clock, asked, judge: createPullJudge(source, clock) };
}

describe("pull requests that need somebody", () => {
  const failing = verdict({ kind: "required_checks", state: "failing" });

  it("come with what failed first, drafts and those that wait left out", async () => {
    const { judge } = bench([pull("1"), pull("2"), pull("3", { draft: true }), pull("4")], {
      1: failing,
      2: verdict(),
      4: verdict({ kind: "restack_pending" }),
    });
    const { pulls, looked, more } = await judge();
    expect(pulls.map(({ number, need }) => `${number} ${need}`)).toEqual(["1 checks", "2 ready"]);
    expect([looked, more]).toEqual([3, false]);
    expect(pulls[0]).toMatchObject({ repository: { ownerSlug: "demo", repoName: "orders" }, title: "Pull 1" });
  });

  it("are asked for once however many look, and verdicts again only after a while or a change", async () => {
    const pulls = [pull("1"), pull("2")];
    const { judge, clock, asked } = bench(pulls, { 1: failing, 2: verdict() });
    await Promise.all([judge(), judge()]);
    expect(asked).toEqual(["list", "2", "1"]);
    clock.advance(31_000);
    pulls[0] = pull("1", { version: version("2") });
    await judge();
    expect(asked.slice(3)).toEqual(["list", "1"]);
    clock.advance(120_000);
    await judge();
    expect(asked.slice(5)).toEqual(["list", "2", "1"]);
  });

  it("are told as far as they could be read, with what went wrong", async () => {
    const refused = new UpstreamError({ status: 429, code: "rate_limited", message: "Too many.", requestId: "r" });
    const { judge } = bench([pull("1"), pull("2")], { 1: refused, 2: verdict() });
    expect(await judge()).toMatchObject({ pulls: [{ number: "2" }], problem: "Too many." });
  });
});
