import { listPoolSamples } from "@/lib/contract/dashboard/list-pool-samples";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readSamples } from "@/lib/server/db/pool-samples";
import { dashboardService } from "@/lib/server/gateway/dashboard-service";
import { dashboardSettings } from "@/lib/server/gateway/dashboard-settings";
import { answerWith } from "@/lib/server/gateway/own-operation";
import { indexSource } from "@/lib/server/index/index-source";

const hourMs = 3_600_000;

export const listPoolSamplesOperation = answerWith(listPoolSamples, async ({ query: { pool, hours } }) => {
  const since = dashboardService().clock.now() - hours * hourMs;
  const rows = await readSamples(await dashboardStore(), indexSource(dashboardSettings()), pool, since);
  return {
    samples: rows.map(({ at, connected, inUse, waiting }) => ({ atMs: at.getTime(), connected, inUse, waiting })),
  };
});
