import { listPoolSamples } from "@/lib/contract/dashboard/pools/list-pool-samples";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readAllPools, readSamples } from "@/lib/server/db/pool-samples";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

const hourMs = 3_600_000;

export const listPoolSamplesOperation = implementOperation(listPoolSamples, async ({ query: { pool, hours } }) => {
  const now = dashboardService().clock.now();
  const since = now - hours * hourMs;
  const [store, source] = [await dashboardStore(), indexSource(dashboardSettings())];
  const rows = await (pool === undefined
    ? readAllPools(store, source, since, now)
    : readSamples(store, source, pool, since));
  return {
    samples: rows.map(({ at, connected, inUse, waiting }) => ({ atMs: at.getTime(), connected, inUse, waiting })),
  };
});
