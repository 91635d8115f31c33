import { listKnownWorkers } from "@/lib/contract/dashboard/pools/list-known-workers";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readWorkers } from "@/lib/server/db/known-workers";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const listKnownWorkersOperation = implementOperation(listKnownWorkers, async () => {
  const known = await readWorkers(await dashboardStore(), indexSource(dashboardSettings()));
  return { workers: known.map(({ worker, seenAt }) => ({ worker, seenAt: seenAt.toISOString() })) };
});
