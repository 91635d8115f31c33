import { describe, expect, it } from "vitest";
import type { Mergeability } from "@/lib/contract/hosting/mergeability/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { PullRequestReview } from "@/lib/contract/hosting/review";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { attentionReason } from "./attention-reason";
import { createMergeabilityCache } from "./mergeability-cache";
import { createPullsNeedingAttention, type PullSource } from "./pulls-needing-attention";
import { mergeability, pull, version } from "./testing/pull-fixtures";

describe("attention reason", () => {
  it.each([
    ["none for a mergeable pull request", [], undefined],
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

const repository = { ownerSlug: "demo", repoName: "orders" };
const ana = { user: { id: "user_ana", email: "Ana@example.test" } };
const review = (verdict: string) =>
  PullRequestReview.parse({
    id: "rev_1",
    author: { user: { id: "user_bo", email: "bo@example.test" } },
    verdict,
    body: "",
    pullRequestVersion: version("1"),
  });

interface Facts {
  results?: Readonly<Record<string, Mergeability | Error>>;
  /** Numbers of the pull requests whose review is requested from the user. */
  requested?: readonly string[];
  /** Heads whose checks failed. */
  red?: readonly string[];
  reviews?: Readonly<Record<string, PullRequestReview[]>>;
}

function setup(pulls: PullRequest[], { results = {}, requested = [], red = [], reviews = {} }: Facts) {
  const clock = new FakeClock();
  const requests: string[] = [];
  const source: PullSource = {
    email: "ana@example.test",
    openPulls: async () => {
      requests.push("list");
      return { pulls: pulls.map((each) => ({ repository, pull: each })), more: false };
    },
    isReviewRequested: async (_, number) => requested.includes(number),
    checks: async (_, sha) => {
      requests.push(`checks ${sha}`);
      return [{ status: "completed", conclusion: red.includes(sha) ? "failure" : "success", count: 1 }];
    },
    reviews: async (_, number) => reviews[number] ?? [],
  };
  const cache = createMergeabilityCache(async ({ pullNumber }) => {
    requests.push(pullNumber);
    const result = results[pullNumber];
    if (!result || result instanceof Error) throw result ?? new Error(`no mergeability of ${pullNumber}`);
    return result;
  }, clock);
  const list = createPullsNeedingAttention(source, cache, clock);
  const evaluated = () => requests.filter((each) => !each.startsWith("checks"));
  return { clock, requests, list, evaluated };
}

const withHead = (number: string, sha: string, more: object = {}) =>
  pull(number, { head: { ref: "topic", sha }, ...more });

describe("pull requests needing attention", () => {
  const failing = mergeability({ kind: "required_checks", state: "failing" });
  const conflict = mergeability({ kind: "merge_conflict" });

  it("are failed checks, own ones with requested changes, and requested reviews, but not mergeable or waiting ones", async () => {
    const { list } = setup(
      [
        withHead("1", "red"),
        pull("2"),
        pull("3", { draft: true }),
        pull("4"),
        pull("5", { author: ana }),
        pull("6"),
        pull("7"),
        pull("8", { author: ana }),
      ],
      {
        results: { 2: mergeability(), 4: mergeability({ kind: "restack_pending" }), 7: conflict, 8: failing },
        requested: ["6"],
        red: ["red"],
        reviews: { 5: [review("request_changes")], 2: [review("request_changes")] },
      },
    );
    const { pulls, more } = await list();
    expect(pulls.map(({ number, need, mine }) => [number, need, mine])).toEqual([
      ["8", "checks", true],
      ["5", "changes", true],
      ["1", "checks", false],
      ["6", "review", true],
      ["7", "blocked", false],
    ]);
    expect(more).toBe(false);
    expect(pulls[0]).toMatchObject({ repository, title: "Pull 8", why: "because of required_checks" });
  });

  it("are ranked before they are cut: own ones and requested reviews are examined first", async () => {
    const others = Array.from({ length: 60 }, (_, index) =>
      pull(String(100 + index), { createdAt: "2026-01-02T00:00:00Z", updatedAt: "2026-01-02T00:00:00Z" }),
    );
    const results = Object.fromEntries([...others.map(({ number }) => [number, mergeability()]), ["1", conflict]]);
    const { list, evaluated } = setup([...others, pull("1", { author: ana })], { results });
    const { pulls, more } = await list();
    expect(pulls.map(({ number, need }) => `${number} ${need}`)).toEqual(["1 blocked"]);
    expect(more).toBe(true);
    expect(evaluated()).toHaveLength(17);
  });

  it("include every blocked pull request after a few lists, although each reads only a few", async () => {
    const all = Array.from({ length: 50 }, (_, index) => pull(String(100 + index)));
    const results = Object.fromEntries(all.map(({ number }) => [number, conflict]));
    const { list, clock, evaluated } = setup(all, { results });
    const counts: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      counts.push((await list()).pulls.length);
      clock.advance(30_000);
    }
    expect(counts).toEqual([16, 32, 48, 50]);
    expect(evaluated().filter((each) => each !== "list")).toHaveLength(50);
  });

  it("are fetched once for concurrent requests, and re-evaluated only after a while or a change", async () => {
    const pulls = [pull("1"), pull("2")];
    const { list, clock, requests, evaluated } = setup(pulls, { results: { 1: failing, 2: mergeability() } });
    await Promise.all([list(), list()]);
    expect(evaluated()).toEqual(["list", "1", "2"]);
    clock.advance(31_000);
    pulls[0] = pull("1", { version: version("2") });
    await list();
    expect(evaluated().slice(3)).toEqual(["list", "1"]);
    expect(requests.filter((each) => each === "checks a")).toHaveLength(2);
    clock.advance(300_000);
    await list();
    // The one that was read longest ago is first.
    expect(evaluated().slice(5)).toEqual(["list", "2", "1"]);
    expect(requests.filter((each) => each === "checks a")).toHaveLength(4);
  });

  it("leave the list seconds after they change, and not sooner than every five seconds", async () => {
    const pulls = [pull("1"), pull("2")];
    const { list, clock } = setup(pulls, { results: { 1: failing, 2: failing } });
    const numbers = async (change: number) => (await list(change)).pulls.map(({ number }) => number);
    expect(await numbers(7)).toEqual(["2", "1"]);
    pulls.pop();
    clock.advance(4_000);
    expect(await numbers(8)).toEqual(["2", "1"]);
    clock.advance(1_000);
    expect(await numbers(7)).toEqual(["2", "1"]);
    expect(await numbers(8)).toEqual(["1"]);
  });

  it("are listed as far as they could be fetched, with the first error", async () => {
    const rejected = new UpstreamError({ status: 429, code: "rate_limited", message: "Too many.", requestId: "r" });
    const { list } = setup([pull("1"), pull("2")], { results: { 1: rejected, 2: failing } });
    expect(await list()).toMatchObject({ pulls: [{ number: "2" }], problem: "Too many." });
  });

  it("don't mention repositories that the user can't read", async () => {
    const hidden = new UpstreamError({ status: 404, code: "NotFound", message: "not found", requestId: "r" });
    const { list } = setup([pull("1"), pull("2")], { results: { 1: hidden, 2: failing } });
    expect(await list()).toEqual({ pulls: [expect.objectContaining({ number: "2" })], more: false });
  });
});
