import { expect, it } from "vitest";
import { queuedWait } from "./queued-wait";

const createdAt = "2026-05-01T12:00:00Z";
const now = Date.parse(createdAt) + 60_000;
const pools = [{ poolName: "gpu", connectedWorkerCount: 0, inUseWorkerCount: 0 }];
const agent = { id: "bc-1", env: { type: "pool", name: "gpu" }, run: { status: "CREATING", createdAt }, createdAt };

it("explains why a run waits for a worker of a pool", () => {
  expect(queuedWait(agent, pools, now)).toMatchObject({ short: "no worker in gpu", blocked: true });
  const idle = pools.map((pool) => ({ ...pool, connectedWorkerCount: 1 }));
  expect(queuedWait(agent, idle, Date.parse(createdAt) + 5_000)).toMatchObject({ short: "starting soon" });
  expect(queuedWait(agent, idle, now)).toMatchObject({ short: "no matching worker in gpu" });
});

it("explains nothing before the pools are known, or about another run", () => {
  expect(queuedWait(agent, undefined, now)).toBeUndefined();
  expect(queuedWait({ ...agent, run: { status: "RUNNING", createdAt } }, pools, now)).toBeUndefined();
  expect(queuedWait({ ...agent, env: { type: "cloud" } }, pools, now)).toBeUndefined();
});

it("explains that the worker that claimed a run is offline, on any kind of worker and before the pools are known", () => {
  const run = { ...agent.run, offlineWorker: { id: "w1", reconnectByMs: now + 60_000 } };
  for (const env of [agent.env, { type: "machine" }]) {
    expect(queuedWait({ ...agent, env, run }, undefined, now)).toMatchObject({
      short: "worker offline",
      blocked: true,
    });
  }
  expect(queuedWait({ ...agent, run }, pools, now + 120_000)).toMatchObject({ short: "worker lost" });
});
