import { afterAll, beforeAll, expect, it } from "vitest";
import { type PoolSample, readAllPools, readSamples, storeSamples, thinSamples } from "./pool-samples";
import type { Store } from "./store";
import { startTestStore } from "./testing/test-store";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Not at the start of a quarter of an hour. */
const now = Date.UTC(2026, 4, 17, 12, 7);

let close: () => Promise<void>;
let store: Store;
beforeAll(async () => {
  ({ store, close } = await startTestStore());
});
afterAll(() => close());

const sample = (inUse: number): ReadonlyMap<string, PoolSample> =>
  new Map([
    ["gpu", { connected: 5, inUse, waiting: 1 }],
    ["it's \u201cquoted\u201d", { connected: 1, inUse: 0, waiting: 0 }],
  ]);

it("keeps one sample per minute for a day, then one per 15 minutes for 30 days", async () => {
  // Minutes at which a quarter starts are missing, so each quarter keeps its first sample.
  const ages = [0, 1, 2, 60, 1439, ...Array.from({ length: 180 }, (_, index) => 1500 + index), 31 * 1440];
  for (const age of ages) {
    const at = now - age * minuteMs;
    if (age >= 1500 && new Date(at).getUTCMinutes() % 15 === 0) continue;
    await storeSamples(store, "here", sample(2), at);
  }
  await storeSamples(store, "elsewhere", sample(9), now - 1501 * minuteMs);
  const before = await readSamples(store, "here", "gpu", now - 26 * hourMs);
  for (let times = 0; times < 3; times += 1) await thinSamples(store, now);
  const kept = await readSamples(store, "here", "gpu", 0);
  expect(kept.filter(({ at }) => at.getTime() > now - dayMs)).toHaveLength(5);
  const older = kept.filter(({ at }) => at.getTime() <= now - dayMs).map(({ at }) => at.getTime());
  const quarters = older.map((at) => Math.floor(at / (15 * minuteMs)));
  expect(new Set(quarters).size).toBe(quarters.length);
  const [first] = older;
  expect(older.every((at) => at > now - 30 * dayMs)).toBe(true);
  expect(quarters).toHaveLength(new Set(ages.slice(5, -1).map((age) => quarterOf(age))).size);
  expect(before.some(({ at }) => at.getTime() === (older.at(-1) ?? first))).toBe(true);
  expect(await readSamples(store, "here", "it's \u201cquoted\u201d", 0)).toHaveLength(kept.length);
  expect(await readSamples(store, "elsewhere", "gpu", 0)).toMatchObject([{ inUse: 9 }]);
});

const quarterOf = (age: number) => Math.floor((now - age * minuteMs) / (15 * minuteMs));

it("stores the first sample of a minute", async () => {
  await storeSamples(store, "twice", sample(1), now);
  await storeSamples(store, "twice", sample(4), now);
  expect(await readSamples(store, "twice", "gpu", 0)).toMatchObject([{ inUse: 1, connected: 5, waiting: 1 }]);
});

it("adds up all pools: by minute in the last day, by quarter of an hour with averages in longer ranges", async () => {
  const both = (inUse: number): ReadonlyMap<string, PoolSample> =>
    new Map([
      ["cpu", { connected: 3, inUse, waiting: 2 }],
      ["gpu", { connected: 5, inUse: 1, waiting: 0 }],
    ]);
  await storeSamples(store, "summed", both(1), now - 2 * minuteMs);
  await storeSamples(store, "summed", both(3), now);
  await storeSamples(store, "other", both(3), now);
  const all = (hours: number) => readAllPools(store, "summed", now - hours * hourMs, now);
  expect(await all(1)).toEqual([
    { at: new Date(now - 2 * minuteMs), connected: 8, inUse: 2, waiting: 2 },
    { at: new Date(now), connected: 8, inUse: 4, waiting: 2 },
  ]);
  // A pool whose only sample of a quarter is of another minute counts in the same quarter.
  await storeSamples(store, "summed", new Map([["new", { connected: 10, inUse: 10, waiting: 0 }]]), now - minuteMs);
  expect(await all(168)).toEqual([{ at: new Date(now - 7 * minuteMs), connected: 18, inUse: 13, waiting: 2 }]);
});
