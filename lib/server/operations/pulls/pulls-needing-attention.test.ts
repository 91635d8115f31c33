import { describe, expect, it } from "vitest";
import type { Mergeability } from "@/lib/contract/hosting/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { attentionReason } from "./attention-reason";
import { createMergeabilityCache } from "./mergeability-cache";
import { createPullsNeedingAttention, type PullSource } from "./pulls-needing-attention";
import { mergeability, pull, repo, version } from "./testing/pull-fixtures";

describe("attention reason", () => {
  it.each([
    ["ready for a mergeable pull request", [], { need: "ready", why: "" }],
    [
      "failed checks before any other blocker",
      [{ kind: "behind_base" }, { kind: "required_checks", state: "failing" }],
      { need: "checks", why: "because of required_checks" },
    ],
    ["a missing review", [{ kind: "required_approvals" }], { need: "blocked", why: "because of required_approvals" }],
    [
      "an unknown blocker",
      [{ kind: "conflict_check_pending" }, { kind: "moon_phase" }],
      { need: "blocked", why: "because of moon_phase" },
    ],
    ["none while checks are running", [{ kind: "required_checks", state: "pending" }], undefined],
    ["none for a draft", [{ kind: "draft" }], undefined],
  ])("is %s", (_, blockers, need) => {
    expect(attentionReason(mergeability(...blockers))).toEqual(need);
  });
});

function setup(pulls: PullRequest[], results: Readonly<Record<string, Mergeability | Error>>) {
  const clock = new FakeClock();
  const requests: string[] = [];
  const source: PullSource = {
    repositories: async () => [repo],
    openPulls: async () => {
      requests.push("list");
      return { pullRequests: pulls, nextPageToken: "" };
    },
  };
  const cache = createMergeabilityCache(async ({ pullNumber }) => {
    requests.push(pullNumber);
    const result = results[pullNumber];
    if (!result || result instanceof Error) throw result ?? new Error(`no mergeability of ${pullNumber}`);
    return result;
  }, clock);
  return { clock, requests, list: createPullsNeedingAttention(source, cache, clock) };
}

describe("pull requests needing attention", () => {
  const failing = mergeability({ kind: "required_checks", state: "failing" });

  it("are listed with failed checks first, without drafts and waiting pull requests", async () => {
    const { list } = setup([pull("1"), pull("2"), pull("3", { draft: true }), pull("4")], {
      1: failing,
      2: mergeability(),
      4: mergeability({ kind: "restack_pending" }),
    });
    const { pulls, looked, more } = await list();
    expect(pulls.map(({ number, need }) => `${number} ${need}`)).toEqual(["1 checks", "2 ready"]);
    expect([looked, more]).toEqual([3, false]);
    expect(pulls[0]).toMatchObject({ repository: { ownerSlug: "demo", repoName: "orders" }, title: "Pull 1" });
  });

  it("are fetched once for concurrent requests, and re-evaluated only after a while or a change", async () => {
    const pulls = [pull("1"), pull("2")];
    const { list, clock, requests } = setup(pulls, { 1: failing, 2: mergeability() });
    await Promise.all([list(), list()]);
    expect(requests).toEqual(["list", "2", "1"]);
    clock.advance(31_000);
    pulls[0] = pull("1", { version: version("2") });
    await list();
    expect(requests.slice(3)).toEqual(["list", "1"]);
    clock.advance(120_000);
    await list();
    expect(requests.slice(5)).toEqual(["list", "2", "1"]);
  });

  it("leave the list seconds after they change, and not sooner than every five seconds", async () => {
    const pulls = [pull("1"), pull("2")];
    const { list, clock } = setup(pulls, { 1: failing, 2: mergeability() });
    const numbers = async (change: number) => (await list(change)).pulls.map(({ number }) => number);
    expect(await numbers(7)).toEqual(["1", "2"]);
    pulls.pop();
    clock.advance(4_000);
    expect(await numbers(8)).toEqual(["1", "2"]);
    clock.advance(1_000);
    expect(await numbers(7)).toEqual(["1", "2"]);
    expect(await numbers(8)).toEqual(["1"]);
  });

  it("are listed as far as they could be fetched, with the first error", async () => {
    const rejected = new UpstreamError({ status: 429, code: "rate_limited", message: "Too many.", requestId: "r" });
    const { list } = setup([pull("1"), pull("2")], { 1: rejected, 2: mergeability() });
    expect(await list()).toMatchObject({ pulls: [{ number: "2" }], problem: "Too many." });
  });

  it("don't mention repositories that the user can't read", async () => {
    const hidden = new UpstreamError({ status: 404, code: "NotFound", message: "not found", requestId: "r" });
    const { list } = setup([pull("1"), pull("2")], { 1: hidden, 2: mergeability() });
    expect(await list()).toEqual({ pulls: [expect.objectContaining({ number: "2" })], looked: 2, more: false });
  });
});
