import { describe, expect, it } from "vitest";
import type { Mergeability } from "@/lib/contract/hosting/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { pullNeed } from "./attention-reason";
import { createPullJudge, type PullSource } from "./pull-judge";
import { pull, repo, verdict, version } from "./testing/pull-fixtures";
import { createVerdicts } from "./verdicts";

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

function bench(pulls: PullRequest[], verdicts: Readonly<Record<string, Mergeability | Error>>) {
  const clock = new FakeClock();
  const asked: string[] = [];
  const source: PullSource = {
    repositories: async () => [repo],
    openPulls: async () => {
      asked.push("list");
      return { pullRequests: pulls, nextPageToken: "" };
    },
  };
  const kept = createVerdicts(async ({ pullNumber }) => {
    asked.push(pullNumber);
    const told = verdicts[pullNumber];
    if (!told || told instanceof Error) throw told ?? new Error(`no verdict of ${pullNumber}`);
    return told;
  }, clock);
  return { clock, asked, judge: createPullJudge(source, kept, clock) };
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
