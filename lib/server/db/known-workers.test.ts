import { afterAll, beforeAll, expect, it } from "vitest";
import type { Worker } from "@/lib/contract/pools/worker";
import { readLastWorker, readWorker, readWorkers, storeWorkers } from "./known-workers";
import type { Store } from "./store";
import { startTestStore } from "./testing/test-store";

const dayMs = 86_400_000;
const now = Date.UTC(2026, 4, 17);

let close: () => Promise<void>;
let store: Store;
beforeAll(async () => {
  ({ store, close } = await startTestStore());
});
afterAll(() => close());

const worker = (workerId: string, activeBcId?: string): Worker => ({
  workerId,
  isInUse: activeBcId !== undefined,
  repoOwner: "",
  repoName: "",
  workspaceRootPath: "/srv",
  connectedAtMs: now,
  userId: 0,
  ...(activeBcId ? { activeBcId } : {}),
});

it("remembers workers that disconnected and the agents they ran, for 30 days", async () => {
  await storeWorkers(store, "s", [worker("w1", "bc-1"), worker("w2")], now);
  await storeWorkers(store, "s", [worker("w1", "bc-2")], now + dayMs);
  await storeWorkers(store, "s", [], now + 2 * dayMs);
  const known = await readWorkers(store, "s");
  expect(known.map(({ id, seenAt }) => [id, seenAt.getTime()])).toEqual([
    ["w1", now + dayMs],
    ["w2", now],
  ]);
  expect((await readWorker(store, "s", "w1"))?.agents.map(({ id }) => id)).toEqual(["bc-2", "bc-1"]);
  expect(await readWorker(store, "other", "w1")).toBeUndefined();
  expect(await readLastWorker(store, "s", "bc-2")).toBe("w1");
  expect(await readLastWorker(store, "other", "bc-2")).toBeUndefined();

  await storeWorkers(store, "s", [], now + 30 * dayMs + 1);
  expect((await readWorkers(store, "s")).map(({ id }) => id)).toEqual(["w1"]);
  expect((await readWorker(store, "s", "w1"))?.agents.map(({ id }) => id)).toEqual(["bc-2"]);
});
