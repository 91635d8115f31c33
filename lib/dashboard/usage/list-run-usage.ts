import { indexSource } from "@/lib/agent-index/index-source";
import { listRunUsage } from "@/lib/contract/dashboard/list-run-usage";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { readPrices } from "@/lib/store/token-prices";
import { usageRuns } from "@/lib/store/usage-lines";
import { dashboardSettings } from "@/lib/upstream/dashboard-settings";
import { answerWith } from "@/lib/upstream/own-operation";
import { moneyOf, pricer } from "@/lib/usage/estimate";
import { runCounts } from "@/lib/usage/run-counts";

export const listRunUsageOperation = answerWith(listRunUsage, async ({ params, query: { from, to } }) => {
  const store = await dashboardStore();
  const range = { source: indexSource(dashboardSettings()), from, to, agentId: params.id };
  const [rows, prices] = await Promise.all([usageRuns(store, range), readPrices(store)]);
  const price = pricer(prices?.table);
  return {
    runs: rows.map((row) => {
      const usage = runCounts(row);
      const exact = usage && price(row.model, usage);
      return {
        id: row.runId,
        status: row.status,
        createdAt: row.createdAt,
        ...(usage ? { usage } : {}),
        ...(exact === undefined ? {} : { estimate: moneyOf(exact) }),
      };
    }),
    ...(prices ? { currency: prices.table.currency } : {}),
  };
});
