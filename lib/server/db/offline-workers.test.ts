import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Run } from "@/lib/contract/agents/run";
import type { Worker } from "@/lib/contract/pools/worker";
import { isoTime } from "@/lib/core/clock";
import type { QueueRow } from "@/lib/model/queue/queue-row";
import { agentChanges, lastChange, readAgentRows } from "./agent-rows";
import { agents } from "./index-schema";
import { saveDetail, saveEntries } from "./indexed-agents";
import { storeWorkers } from "./known-workers";
import { updateOfflineWorkers } from "./offline-workers";
import { writeQueue } from "./queue";
import type { Store } from "./store";
import { startTestStore } from "./testing/test-store";

const now = Date.UTC(2026, 4, 17);
const source = "s";
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

async function agent(id: string, status: Run["status"], startedAt = now): Promise<void> {
  const at = isoTime(startedAt);
  const entry = {
    id,
    name: id,
    env: { type: "pool", name: "gpu" },
    url: "",
    latestRunId: `run-${id}`,
    status: "ACTIVE",
    createdAt: at,
    updatedAt: at,
  };
  await saveEntries(store, { source, entries: [entry], pass: 1, readAt: new Date(0) });
  const run = { id: entry.latestRunId, agentId: id, status, createdAt: at, updatedAt: at };
  const detail = { ...entry, repos: [], workOnCurrentBranch: false, autoCreatePR: false, git: { branches: [] } };
  await saveDetail(store, { agent: detail, runs: [run], at: new Date(0) });
}

const offlineWorkerOf = async (id: string) => (await readAgentRows(store, [id]))[0]?.run?.offlineWorker;
const changesAfter = async (since: number) =>
  (await agentChanges(store, { source, viewer: undefined, since, limit: 100 })).rows.map(({ id }) => id);

it("finds running agents whose worker isn't connected, until it is or the run ends", async () => {
  await agent("bc-run", "RUNNING");
  await agent("bc-other", "RUNNING");
  await storeWorkers(store, source, [worker("w1", "bc-run"), worker("w2", "bc-other")], now + 1_000);
  await updateOfflineWorkers(store, source);
  expect(await offlineWorkerOf("bc-run")).toBeUndefined();

  const before = await lastChange(store, source);
  await storeWorkers(store, source, [worker("w2", "bc-other")], now + 2_000);
  await updateOfflineWorkers(store, source);
  await updateOfflineWorkers(store, source);
  expect(await offlineWorkerOf("bc-run")).toEqual({ id: "w1" });
  expect(await changesAfter(before)).toEqual(["bc-run"]);

  await storeWorkers(store, source, [worker("w1", "bc-run"), worker("w2", "bc-other")], now + 3_000);
  await updateOfflineWorkers(store, source);
  expect(await offlineWorkerOf("bc-run")).toBeUndefined();

  await storeWorkers(store, source, [], now + 4_000);
  await updateOfflineWorkers(store, source);
  expect(await offlineWorkerOf("bc-run")).toEqual({ id: "w1" });
  await store.database.update(agents).set({ runStatus: "ERROR" }).where(eq(agents.id, "bc-run"));
  expect(await offlineWorkerOf("bc-run")).toBeUndefined();
});

it("doesn't take the worker of an earlier run for that of the current one", async () => {
  await storeWorkers(store, source, [worker("w3", "bc-again")], now);
  await storeWorkers(store, source, [], now + 1_000);
  await agent("bc-again", "RUNNING", now + 5_000);
  await updateOfflineWorkers(store, source);
  expect(await offlineWorkerOf("bc-again")).toBeUndefined();
});

it("finds new runs that an offline worker has claimed, until they leave the queue", async () => {
  await agent("bc-claimed", "CREATING");
  const health = { mode: "watching", relists: 1, aliveAtMs: now } as const;
  const row: QueueRow = { id: "bc-claimed", owner: "x", labels: [], createdAtMs: now, pool: "gpu" };
  await writeQueue(store, source, { put: [row], gone: [] }, health, now);
  await updateOfflineWorkers(store, source);
  expect(await offlineWorkerOf("bc-claimed")).toBeUndefined();

  const claimed = { ...row, claimedWorkerId: "w1", reconnectByMs: now + 60_000 };
  await writeQueue(store, source, { put: [claimed], gone: [] }, health, now);
  await updateOfflineWorkers(store, source);
  expect(await offlineWorkerOf("bc-claimed")).toEqual({ id: "w1", reconnectByMs: now + 60_000 });

  await writeQueue(store, source, { put: [], gone: ["bc-claimed"] }, health, now);
  await updateOfflineWorkers(store, source);
  expect(await offlineWorkerOf("bc-claimed")).toBeUndefined();
});
