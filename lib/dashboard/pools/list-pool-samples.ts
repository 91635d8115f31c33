import { indexSource } from "@/lib/agent-index/index-source";
import { listPoolSamples } from "@/lib/contract/dashboard/list-pool-samples";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { readSamples } from "@/lib/store/pool-samples";
import { dashboardService } from "@/lib/upstream/dashboard-service";
import { dashboardSettings } from "@/lib/upstream/dashboard-settings";
import { answerWith } from "@/lib/upstream/own-operation";

const hourMs = 3_600_000;

export const listPoolSamplesOperation = answerWith(listPoolSamples, async ({ query: { pool, hours } }) => {
  const since = dashboardService().clock.now() - hours * hourMs;
  const rows = await readSamples(await dashboardStore(), indexSource(dashboardSettings()), pool, since);
  return {
    samples: rows.map(({ at, connected, inUse, waiting }) => ({ atMs: at.getTime(), connected, inUse, waiting })),
  };
});
