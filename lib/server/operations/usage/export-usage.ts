import { exportUsage } from "@/lib/contract/dashboard/usage/export-usage";
import { csvRow } from "@/lib/model/csv/csv";
import { pricer, toDecimal } from "@/lib/model/usage/estimate";
import { runCounts } from "@/lib/model/usage/run-counts";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readPrices } from "@/lib/server/db/token-prices";
import { usageRuns } from "@/lib/server/db/usage-lines";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

const columns = [
  "run",
  "agent",
  "agent_name",
  "status",
  "created_at",
  "repository",
  "model",
  "environment",
  "input_tokens",
  "output_tokens",
  "cache_write_tokens",
  "cache_read_tokens",
  "total_tokens",
];

export const exportUsageOperation = implementOperation(exportUsage, async ({ query: { from, to }, user }) => {
  const store = await dashboardStore();
  const [rows, prices] = await Promise.all([
    usageRuns(store, { ...(await agentScopeOf(user)), from, to }),
    readPrices(store),
  ]);
  const price = pricer(prices?.table);
  const currency = prices?.table.currency;
  const lines = rows.map((row) => {
    const usage = runCounts(row);
    const exact = usage && price(row.model, usage);
    return csvRow([
      row.runId,
      row.agentId,
      row.agentName,
      row.status,
      row.createdAt,
      row.repository ?? undefined,
      row.model ?? undefined,
      row.environment,
      usage?.inputTokens,
      usage?.outputTokens,
      usage?.cacheWriteTokens,
      usage?.cacheReadTokens,
      usage?.totalTokens,
      ...(currency ? [exact === undefined ? undefined : toDecimal(exact)] : []),
    ]);
  });
  const titles = csvRow([...columns, ...(currency ? [`estimate_${currency.toLowerCase()}`] : [])]);
  const name = `usage${from ? `-from-${from}` : ""}${to ? `-to-${to}` : ""}.csv`;
  return new Response([titles, ...lines].join(""), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
    },
  });
});
