import { describe, expect, it, vi } from "vitest";
import type { Pool } from "@/lib/contract/pools/pool";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { idleWorkers, keepWarm } from "./keep-warm";

const pool = (connectedWorkerCount: number, inUseWorkerCount: number, over: Partial<Pool> = {}): Pool => ({
  scope: "team",
  ownerId: 1,
  poolName: "gpu",
  connectedWorkerCount,
  inUseWorkerCount,
  firstSeenAtMs: 1,
  lastSeenAtMs: 1,
  isStale: false,
  workerReadyTimeoutSeconds: 0,
  ...over,
});

describe("warm mode", () => {
  it("P-POOL-12 counts connected workers of the pool that aren't in use", () => {
    const pools = [pool(3, 1), pool(2, 2, { repoOwner: "acme", repoName: "x" }), pool(9, 0, { poolName: "cpu" })];
    expect(idleWorkers(pools, "gpu")).toBe(2);
  });

  it("starts missing workers, counts starting ones, and checks every minute", async () => {
    const clock = new FakeClock({ running: true });
    const connected = new Set<string>();
    const launched: string[] = [];
    let current = pool(1, 0);
    const warm = keepWarm({
      api: { pools: async () => [current], isConnected: async (id) => connected.has(id) },
      pool: "gpu",
      idle: 3,
      apiKey: "sak_1",
      endpoint: "http://service",
      async launch({ workerId }) {
        launched.push(workerId);
        return launched.length === 2 ? 1 : 0;
      },
      clock,
      ids: systemIds,
      log: createLog({ program: "test", level: "silent" }),
    });
    warm.check();
    await vi.waitFor(() => expect(launched).toHaveLength(2), { timeout: 20_000 });
    // The second failed to start, so one is missing; the first is still starting.
    await vi.waitFor(
      () => {
        clock.advance(60_000);
        expect(launched).toHaveLength(3);
      },
      { timeout: 20_000 },
    );
    connected.add(launched[0] ?? "").add(launched[2] ?? "");
    current = pool(3, 3);
    warm.check();
    await vi.waitFor(() => expect(launched).toHaveLength(6), { timeout: 20_000 });
    await warm.stop();
    clock.advance(600_000);
    expect(launched).toHaveLength(6);
  });
});
