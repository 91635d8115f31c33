import type { Pool } from "@/lib/contract/pools/pool";
import type { QueueRows } from "@/lib/model/queue/queue-changes";
import { storeSamples, thinSamples } from "@/lib/server/db/pool-samples";
import type { Store } from "@/lib/server/db/store";

const everyMs = 60_000;
const thinnedEveryMs = 15 * 60_000;

/** Records each pool's usage and queue length once a minute. If two watchers sample the same minute, one sample is stored. */
export function samplePools(parts: { store: Store; source: string; rows(): QueueRows; now(): number }) {
  let last = 0;
  let thinnedAt = 0;
  return async (pools: readonly Pool[]): Promise<void> => {
    const now = parts.now();
    const minute = Math.floor(now / everyMs) * everyMs;
    if (minute === last) return;
    last = minute;
    const samples = new Map<string, { connected: number; inUse: number; waiting: number }>();
    const of = (pool: string) => {
      const known = samples.get(pool) ?? { connected: 0, inUse: 0, waiting: 0 };
      samples.set(pool, known);
      return known;
    };
    for (const { poolName, connectedWorkerCount, inUseWorkerCount } of pools) {
      const sample = of(poolName);
      sample.connected += connectedWorkerCount;
      sample.inUse += inUseWorkerCount;
    }
    for (const { pool } of parts.rows().values()) if (pool !== undefined) of(pool).waiting += 1;
    await storeSamples(parts.store, parts.source, samples, minute);
    if (now - thinnedAt < thinnedEveryMs) return;
    thinnedAt = now;
    await thinSamples(parts.store, now);
  };
}
