import { beforeEach, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { createMergeabilityCache } from "./mergeability-cache";
import { createPullStatuses } from "./pull-status";
import { createPullsNeedingAttention } from "./pulls-needing-attention";
import { mergeability, pull } from "./testing/pull-fixtures";

const repository = { ownerSlug: "demo", repoName: "orders" };

let clock: FakeClock;
let requestCount: number;
let opened: ReturnType<typeof pull>;
let needingAttention: ReturnType<typeof createPullsNeedingAttention>;
let statusesOf: ReturnType<typeof createPullStatuses>;

const listed = async () =>
  (await statusesOf(repository, [{ number: "1", headSha: opened.head.sha, version: "1" }])).statuses[0];

beforeEach(() => {
  clock = new FakeClock();
  clock.advance(Date.parse("2026-02-01T00:00:00Z"));
  requestCount = 0;
  opened = pull("1");
  const mergeabilityCache = createMergeabilityCache(async () => {
    requestCount += 1;
    return { ...mergeability({ kind: "merge_conflict" }), evaluatedAt: new Date(clock.now()).toISOString() };
  }, clock);
  const source = {
    email: "ana@example.test",
    openPulls: async () => ({ pulls: [{ repository, pull: opened }], more: false }),
    isReviewRequested: async () => false,
    checks: async () => [],
    reviews: async () => [],
  };
  needingAttention = createPullsNeedingAttention(source, mergeabilityCache, clock);
  statusesOf = createPullStatuses({
    checks: async () => [],
    discussion: async () => ({ comments: { count: 0, more: false }, review: "none" }),
    mergeabilityCache,
    budget: async () => ({ limit: 600, remaining: 600, reset: 60 }),
    clock,
  });
});

it("is shared by the pull request list and the attention list", async () => {
  expect(await listed()).toMatchObject({ verdict: { verdict: "blocked" } });
  expect((await needingAttention()).pulls).toMatchObject([{ number: "1", need: "blocked" }]);
  expect(requestCount).toBe(1);
  clock.advance(301_000);
  await needingAttention();
  expect(requestCount).toBe(2);
  // Five minutes after the first read, but not after the second.
  clock.advance(180_000);
  await listed();
  expect(requestCount).toBe(2);
});

it("is fetched once for concurrent requests of both lists", async () => {
  const [status, { pulls }] = await Promise.all([listed(), needingAttention()]);
  expect([status?.verdict?.verdict, pulls[0]?.need]).toEqual(["blocked", "blocked"]);
  expect(requestCount).toBe(1);
});

it("is refetched for the attention list if the pull request changed since", async () => {
  await listed();
  clock.advance(60_000);
  opened = pull("1", { updatedAt: new Date(clock.now() - 1_000).toISOString() });
  await needingAttention();
  expect(requestCount).toBe(2);
  opened = { ...opened, base: { ref: "main", sha: "c" } };
  clock.advance(31_000);
  await needingAttention();
  expect(requestCount).toBe(3);
});
