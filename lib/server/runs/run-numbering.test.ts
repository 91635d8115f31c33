import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { removeAgent } from "@/lib/server/db/indexed-agents";
import { readNumberedRuns } from "@/lib/server/db/numbered-runs";
import type { Store } from "@/lib/server/db/store";
import { startTestStore } from "@/lib/server/db/testing/test-store";
import { type ReadRunPage, RunNumbering } from "./run-numbering";

const log = createLog({ program: "test", level: "silent" });
let close: () => Promise<void>;
let store: Store;

beforeAll(async () => {
  ({ store, close } = await startTestStore());
});
afterAll(() => close());

const at = "2026-05-01T12:00:00.000Z";
const numbering = () => new RunNumbering({ store: async () => store, clock: new FakeClock({ running: true }), log });

/** A service with runs, the newest first, whose cursors are positions in that list from its end. */
function fakeService(agentId: string, count: number) {
  const state = { count, calls: 0 };
  const read: ReadRunPage = async ({ limit, cursor }) => {
    state.calls += 1;
    const last = cursor === undefined ? state.count : Number(cursor);
    const first = Math.max(1, last - Number(limit) + 1);
    const run = { agentId, status: "FINISHED", createdAt: at, updatedAt: at };
    const items = Array.from({ length: last - first + 1 }, (_, index) => ({ ...run, id: `run-${last - index}` }));
    return { items, nextCursor: first > 1 ? String(first - 1) : undefined };
  };
  return { state, read };
}

const stored = async (agentId: string) =>
  (await readNumberedRuns(store, agentId, { first: 1, last: 1_000 })).map(({ id, number }) => `${number} ${id}`);
const all = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1} run-${index + 1}`);

it("reads all pages once, then only the newest", async () => {
  const { state, read } = fakeService("bc-once", 321);
  const runs = numbering();
  expect((await runs.update("bc-once", read)).counted).toBe(true);
  // 20, and then 301 in pages of 100.
  expect(state.calls).toBe(5);
  state.count = 325;
  expect((await runs.update("bc-once", read)).counted).toBe(true);
  expect(state.calls).toBe(6);
  expect(await stored("bc-once")).toEqual(all(325));
});

it("has no numbers before all runs are counted, and continues after a failure", async () => {
  const { state, read } = fakeService("bc-fails", 400);
  const runs = numbering();
  let left = 2;
  const failing: ReadRunPage = (query) => {
    if (query.cursor !== undefined && left-- === 0) throw new Error("rate limit");
    return read(query);
  };
  expect((await runs.update("bc-fails", failing)).counted).toBe(false);
  expect(await stored("bc-fails")).toEqual([]);
  // More than a page of new runs, which the interrupted count doesn't include.
  state.count = 450;
  await runs.update("bc-fails", read);
  expect((await runs.update("bc-fails", read)).counted).toBe(true);
  expect(await stored("bc-fails")).toEqual(all(450));
});

it("forgets the runs of a deleted agent", async () => {
  await numbering().update("bc-deleted", fakeService("bc-deleted", 3).read);
  expect(await stored("bc-deleted")).toEqual(all(3));
  await removeAgent(store, { id: "bc-deleted", source: "test", at: new Date() });
  expect(await stored("bc-deleted")).toEqual([]);
});

it("counts an agent once for any number of viewers", async () => {
  const { state, read } = fakeService("bc-viewers", 220);
  const runs = numbering();
  await Promise.all([1, 2, 3].map(() => runs.update("bc-viewers", read)));
  // Each reads the newest page; the two others are read once.
  expect(state.calls).toBe(5);
  expect(await stored("bc-viewers")).toEqual(all(220));
});

it("counts at most four agents at a time", async () => {
  const runs = numbering();
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let [started, active, most] = [0, 0, 0];
  const ids = Array.from({ length: 10 }, (_, index) => `bc-many-${index}`);
  const count = (id: string) => {
    const { read } = fakeService(id, 100);
    return runs.update(id, async (query) => {
      if (query.cursor === undefined) {
        started += 1;
        return read(query);
      }
      active += 1;
      most = Math.max(most, active);
      await gate;
      active -= 1;
      return read(query);
    });
  };
  const counts = ids.map(count);
  await vi.waitFor(() => expect([started, active]).toEqual([10, 4]));
  open();
  await Promise.all(counts);
  await vi.waitFor(async () => {
    for (const id of ids) expect(await stored(id)).toHaveLength(100);
  });
  expect(most).toBe(4);
});
