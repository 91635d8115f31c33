import { beforeEach, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { createMergeabilityCache } from "./mergeability-cache";
import { createPullStatuses, type PullStatusSources } from "./pull-status";
import { mergeability } from "./testing/pull-fixtures";

const repository = { ownerSlug: "demo", repoName: "orders" };
const heads = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    number: String(index + 1),
    headSha: `sha${index + 1}`,
    version: "1",
  }));

let clock: FakeClock;
let requests: string[];
let remaining: number;
let conclusion: string;
let denied: boolean;
let discussionReads: number;
let statusesOf: ReturnType<typeof createPullStatuses>;

beforeEach(() => {
  clock = new FakeClock();
  requests = [];
  remaining = 600;
  conclusion = "success";
  denied = false;
  discussionReads = 0;
  const spend = (what: string, points: number) => {
    requests.push(what);
    remaining -= points;
  };
  const sources: PullStatusSources = {
    async checks(_, sha) {
      spend(`checks ${sha}`, 1);
      if (denied) throw new UpstreamError({ status: 404, code: "NotFound", message: "not found", requestId: "r" });
      return [{ status: "completed", conclusion, count: 2 }];
    },
    async discussion() {
      discussionReads += 1;
      return { comments: { count: discussionReads, more: false }, review: "approved" };
    },
    mergeabilityCache: createMergeabilityCache(async ({ pullNumber }) => {
      spend(`verdict ${pullNumber}`, 10);
      return mergeability();
    }, clock),
    budget: async () => ({ limit: 600, remaining, reset: 60 }),
    clock,
  };
  statusesOf = createPullStatuses(sources);
});

it("fetches a pull request once for concurrent requests", async () => {
  const responses = await Promise.all([1, 2, 3].map(() => statusesOf(repository, heads(2))));
  expect(requests.sort()).toEqual(["checks sha1", "checks sha2", "verdict 1", "verdict 2"]);
  await statusesOf({ ownerSlug: "Demo", repoName: "Orders" }, heads(2));
  expect(requests).toHaveLength(4);
  expect(responses[0]?.statuses[0]).toEqual({
    number: "1",
    headSha: "sha1",
    checks: [{ status: "completed", conclusion: "success", count: 2 }],
    comments: { count: 1, more: false },
    review: "approved",
    verdict: { verdict: "mergeable", blockers: [] },
  });
});

it("counts comments and reads reviews again after a minute", async () => {
  const count = async () => (await statusesOf(repository, heads(1))).statuses[0]?.comments?.count;
  expect(await count()).toBe(1);
  expect(await count()).toBe(1);
  clock.advance(61_000);
  await expect.poll(count).toBe(2);
});

it("forgets pull requests within a minute after the user lost access to the repository", async () => {
  expect((await statusesOf(repository, heads(1))).statuses[0]).toHaveProperty("verdict");
  denied = true;
  clock.advance(61_000);
  expect((await statusesOf(repository, heads(1))).statuses).toEqual([{ number: "1", headSha: "sha1" }]);
});

it("refetches stale entries, and mergeability early if the checks changed", async () => {
  await statusesOf(repository, heads(1));
  clock.advance(61_000);
  await statusesOf(repository, heads(1));
  expect(requests).toEqual(["checks sha1", "verdict 1", "checks sha1"]);
  conclusion = "failure";
  clock.advance(61_000);
  await statusesOf(repository, heads(1));
  await statusesOf(repository, heads(1));
  expect(requests.slice(3)).toEqual(["checks sha1", "verdict 1"]);
  clock.advance(301_000);
  await statusesOf(repository, heads(1));
  expect(requests.slice(5)).toEqual(["checks sha1", "verdict 1"]);
});

it("leaves most rate limit points to users, and returns when it continues", async () => {
  const first = await statusesOf(repository, heads(50));
  expect(600 - remaining).toBeLessThanOrEqual(240);
  expect(first.statuses.every(({ checks }) => checks)).toBe(true);
  expect(first.statuses.filter(({ verdict }) => verdict)).toHaveLength(19);
  expect(first.waitsUntil).toBe("1970-01-01T00:01:00.000Z");
  await statusesOf(repository, heads(50));
  expect(600 - remaining).toBeLessThanOrEqual(240);
  remaining = 600;
  await statusesOf(repository, heads(50));
  expect((await statusesOf(repository, heads(43))).waitsUntil).toBeUndefined();
});

it("keeps the last value when a fetch fails, and doesn't retry immediately", async () => {
  let broken = false;
  let calls = 0;
  const of = createPullStatuses({
    async checks() {
      calls += 1;
      if (broken) throw new Error("unavailable");
      return [];
    },
    discussion: async () => ({ comments: { count: 0, more: false }, review: "none" }),
    mergeabilityCache: createMergeabilityCache(async () => mergeability({ kind: "draft" }), clock),
    budget: async () => ({ limit: 600, remaining: 600, reset: 60 }),
    clock,
  });
  await of(repository, heads(1));
  broken = true;
  clock.advance(61_000);
  expect((await of(repository, heads(1))).statuses[0]?.checks).toEqual([]);
  await of(repository, heads(1));
  expect(calls).toBe(2);
});
