import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Clock } from "@/lib/core/clock";
import { createLog } from "@/lib/core/log";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { notifyIndex } from "./index-notices";
import { electLeader, indexLock } from "./leader-election";
import { openStore, type Store } from "./store";

/** Retries immediately; the database elects the leader. */
const immediateClock: Clock = {
  now: () => 0,
  after(_ms, callback) {
    const immediate = setImmediate(callback);
    return () => clearImmediate(immediate);
  },
};
const log = createLog({ program: "test", level: "silent" });
let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let stores: Store[];
beforeAll(async () => {
  postgres = await startTestDatabase("dashboard");
  stores = await Promise.all(Array.from({ length: 3 }, () => openStore({ url: postgres.url, log })));
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await postgres.stop();
});

it("runs in one process at a time, receives notifications from all, and fails over", async () => {
  const working = new Set<number>();
  let maxConcurrent = 0;
  const received: string[] = [];
  const processes = stores.map((store, index) => {
    const end = new AbortController();
    const done = electLeader({
      store,
      log,
      lock: indexLock,
      signal: end.signal,
      clock: immediateClock,
      work: async (signal, onNotice) => {
        working.add(index);
        maxConcurrent = Math.max(maxConcurrent, working.size);
        onNotice((notice) => received.push(...(notice.agents ?? [])));
        if (!signal.aborted) await once(signal, "abort");
        working.delete(index);
      },
    });
    return { end, done };
  });
  const one = async () => {
    await expect.poll(() => working.size).toBe(1);
    const [index] = working;
    return index ?? -1;
  };
  const first = await one();
  const hostile = ["x".repeat(9_000), "a\u0000b", "'; drop table agents; --"];
  for (const [index, store] of stores.entries()) await notifyIndex(store, { agents: [`from-${index}`, ...hostile] });
  await expect.poll(() => [...received].sort()).toEqual(["from-0", "from-1", "from-2"]);

  processes[first]?.end.abort();
  await processes[first]?.done;
  const second = await one();
  expect(second).not.toBe(first);
  for (const { end, done } of processes) {
    end.abort();
    await done;
  }
  expect(maxConcurrent).toBe(1);
});
