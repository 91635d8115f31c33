import { indexSource } from "@/lib/agent-index/index-source";
import { notifyIndex } from "@/lib/agent-index/notices";
import { getUsageReport } from "@/lib/contract/dashboard/get-usage-report";
import { indexProgress } from "@/lib/store/agent-rows";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { readPrices } from "@/lib/store/token-prices";
import { usageLines } from "@/lib/store/usage-lines";
import { dashboardSettings } from "@/lib/upstream/dashboard-settings";
import { answerWith } from "@/lib/upstream/own-operation";
import { usageReport } from "@/lib/usage/report";

export const getUsageReportOperation = answerWith(getUsageReport, async ({ query: { from, to } }) => {
  const store = await dashboardStore();
  const source = indexSource(dashboardSettings());
  await notifyIndex(store, { viewing: true });
  const [lines, prices, progress] = await Promise.all([
    usageLines(store, { source, from, to }),
    readPrices(store),
    indexProgress(store, source),
  ]);
  return { report: usageReport(lines, prices?.table), progress };
});
