import { getUsageReport } from "@/lib/contract/dashboard/get-usage-report";
import { usageReport } from "@/lib/model/usage/report";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { indexProgress } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { readPrices } from "@/lib/server/db/token-prices";
import { usageLines, usagePulls } from "@/lib/server/db/usage-lines";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const getUsageReportOperation = implementOperation(getUsageReport, async ({ query: { from, to } }) => {
  const store = await dashboardStore();
  const source = indexSource(dashboardSettings());
  await notifyIndex(store, { viewing: true });
  const [lines, pulls, prices, progress] = await Promise.all([
    usageLines(store, { source, from, to }),
    usagePulls(store, { source, from, to }),
    readPrices(store),
    indexProgress(store, source),
  ]);
  return { report: usageReport(lines, prices?.table, pulls), progress };
});
