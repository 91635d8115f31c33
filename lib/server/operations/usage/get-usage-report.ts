import { getUsageReport } from "@/lib/contract/dashboard/usage/get-usage-report";
import { usageReport } from "@/lib/model/usage/report";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { indexProgress } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { readPrices } from "@/lib/server/db/token-prices";
import { usageLines, usagePulls } from "@/lib/server/db/usage-lines";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const getUsageReportOperation = implementOperation(getUsageReport, async ({ query: { from, to }, user }) => {
  const store = await dashboardStore();
  const scope = await agentScopeOf(user);
  await notifyIndex(store, { viewing: true });
  const [lines, pulls, prices, progress] = await Promise.all([
    usageLines(store, { ...scope, from, to }),
    usagePulls(store, { ...scope, from, to }),
    readPrices(store),
    indexProgress(store, scope.source),
  ]);
  return { report: usageReport(lines, prices?.table, pulls), progress };
});
