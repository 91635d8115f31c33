import type { Pool } from "@/lib/contract/pools/pool";
import type { Clock } from "@/lib/core/clock";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import { scheduleEvery } from "@/lib/core/schedule-every";
import type { PoolApi } from "./pool-api";
import type { Launch } from "./spawn-hook";

const everyMs = 60_000;
const failure = "the pool could not be compared";
/** A started worker that has not connected after this long is not counted any more. */
const startMs = 5 * 60_000;

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

/** Workers of a pool that are connected and have no agent: connectedWorkerCount - inUseWorkerCount. */
export function idleWorkers(pools: readonly Pool[], name: string): number {
  return pools
    .filter(({ poolName, scope }) => poolName === name && scope === "team")
    .reduce((sum, { connectedWorkerCount, inUseWorkerCount }) => sum + connectedWorkerCount - inUseWorkerCount, 0);
}

/**
 * Keeps a number of idle workers in a pool: compares each minute, and sooner when `hurry` is called. It claims nothing.
 * A worker that was started counts until it connects or had time enough to.
 */
export function keepWarm(options: WarmOptions) {
  const { api, pool, idle, clock, ids, log } = options;
  const starting = new Map<string, number>();

  async function compare(): Promise<void> {
    const there = idleWorkers(await api.pools(), pool);
    for (const [workerId, since] of starting) {
      if (clock.now() - since > startMs || (await api.isConnected(workerId))) starting.delete(workerId);
    }
    for (let missing = idle - there - starting.size; missing > 0; missing -= 1) {
      const workerId = `ctrl-${ids.uuid()}`;
      starting.set(workerId, clock.now());
      const credential = { apiKey: options.apiKey };
      options.launch({ workerId, pool, credential, endpoint: options.endpoint }).then((code) => {
        if (code === 0) return;
        log.error({ workerId, code }, "a worker could not be started");
        starting.delete(workerId);
      });
    }
  }

  const stopping = new AbortController();
  const compareSoon = coalesce(async () => {
    if (!stopping.signal.aborted) await compare().catch((error) => log.warn({ err: error }, failure));
  });
  scheduleEvery({ clock, log }, { everyMs, failure, signal: stopping.signal }, compareSoon);

  return {
    hurry: (): void => void compareSoon(),
    async stop(): Promise<void> {
      stopping.abort();
      await compareSoon();
    },
  };
}
