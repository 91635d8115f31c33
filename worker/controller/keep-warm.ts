import type { Pool } from "@/lib/contract/pools/pool";
import type { Clock } from "@/lib/core/clock";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import { scheduleEvery } from "@/lib/core/schedule-every";
import type { PoolApi } from "./pool-api";
import type { Launch } from "./spawn-hook";

const intervalMs = 60_000;
const failure = "couldn't check the pool";
/** A started worker that hasn't connected after this long no longer counts. */
const startTimeoutMs = 5 * 60_000;

export interface WarmOptions {
  api: Pick<PoolApi, "pools" | "isConnected">;
  pool: string;
  idle: number;
  apiKey: string;
  endpoint: string;
  launch(launch: Launch): Promise<number>;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** Returns a pool's number of idle workers: connectedWorkerCount - inUseWorkerCount. */
export function idleWorkers(pools: readonly Pool[], name: string): number {
  return pools
    .filter(({ poolName, scope }) => poolName === name && scope === "team")
    .reduce((sum, { connectedWorkerCount, inUseWorkerCount }) => sum + connectedWorkerCount - inUseWorkerCount, 0);
}

/**
 * Keeps a number of idle workers in a pool. Checks every minute, or when `check` is called. Never claims requests. Started
 * workers count as idle until they connect or time out.
 */
export function keepWarm(options: WarmOptions) {
  const { api, pool, idle, clock, ids, log } = options;
  const starting = new Map<string, number>();

  async function startMissing(): Promise<void> {
    const current = idleWorkers(await api.pools(), pool);
    for (const [workerId, since] of starting) {
      if (clock.now() - since > startTimeoutMs || (await api.isConnected(workerId))) starting.delete(workerId);
    }
    for (let missing = idle - current - starting.size; missing > 0; missing -= 1) {
      const workerId = `ctrl-${ids.uuid()}`;
      starting.set(workerId, clock.now());
      const credential = { apiKey: options.apiKey };
      options.launch({ workerId, pool, credential, endpoint: options.endpoint }).then((code) => {
        if (code === 0) return;
        log.error({ workerId, code }, "couldn't start a worker");
        starting.delete(workerId);
      });
    }
  }

  const stopping = new AbortController();
  const check = coalesce(async () => {
    if (!stopping.signal.aborted) await startMissing().catch((error) => log.warn({ err: error }, failure));
  });
  scheduleEvery({ clock, log }, { everyMs: intervalMs, failure, signal: stopping.signal }, check);

  return {
    check: (): void => void check(),
    async stop(): Promise<void> {
      stopping.abort();
      await check();
    },
  };
}
