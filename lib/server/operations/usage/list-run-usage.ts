import { listRunUsage } from "@/lib/contract/dashboard/usage/list-run-usage";
import { pricer, toDecimal } from "@/lib/model/usage/estimate";
import { runCounts } from "@/lib/model/usage/run-counts";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readPrices } from "@/lib/server/db/token-prices";
import { usageRuns } from "@/lib/server/db/usage-lines";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const listRunUsageOperation = implementOperation(listRunUsage, async ({ params, query: { from, to }, user }) => {
  const store = await dashboardStore();
  const range = { ...(await agentScopeOf(user)), from, to, agentId: params.id };
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
        ...(exact === undefined ? {} : { estimate: toDecimal(exact) }),
      };
    }),
    ...(prices ? { currency: prices.table.currency } : {}),
  };
});
