import { getOverview } from "@/lib/contract/dashboard/get-overview";
import type { ResponseOf } from "@/lib/contract/operation";
import { isoTime } from "@/lib/core/clock";
import { usageReport } from "@/lib/model/usage/report";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { indexProgress } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { agentsNeedingAttention, failedRuns, runningAgents, tokensByDay } from "@/lib/server/db/overview";
import { readPrices } from "@/lib/server/db/token-prices";
import { usageLines } from "@/lib/server/db/usage-lines";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

const dayMs = 86_400_000;
const daysOfTokens = 14;
const daysOfNeed = 14;
const maxRows = 8;
const maxNeeds = 30;

/** The overview's data from the index, for the operation and for server rendering. */
export async function readOverview(): Promise<ResponseOf<typeof getOverview>> {
  const store = await dashboardStore();
  const source = indexSource(dashboardSettings());
  const now = dashboardService().clock.now();
  const days = Array.from({ length: daysOfTokens }, (_, index) =>
    isoTime(now - (daysOfTokens - 1 - index) * dayMs).slice(0, 10),
  );
  await notifyIndex(store, { viewing: true });
  const today = isoTime(now).slice(0, 10);
  const [running, needs, tokens, failed, lines, prices, progress] = await Promise.all([
    runningAgents(store, { source, limit: maxRows }),
    agentsNeedingAttention(store, { source, since: isoTime(now - daysOfNeed * dayMs), limit: maxNeeds }),
    tokensByDay(store, { source, since: days[0] ?? "" }),
    failedRuns(store, { source, since: today }),
    usageLines(store, { source, from: today, to: today }),
    readPrices(store),
    indexProgress(store, source),
  ]);
  const { totals, currency } = usageReport(lines, prices?.table);
  return {
    running,
    needs: { ...needs, days: daysOfNeed },
    today: {
      failed,
      tokens: totals.totalTokens,
      ...(totals.estimate === undefined ? {} : { estimate: totals.estimate }),
      ...(currency === undefined ? {} : { currency }),
    },
    tokens: {
      days: days.map((day) => ({ day, tokens: tokens.days.get(day) ?? 0 })),
      unknownRuns: tokens.unknownRuns,
    },
    progress,
  };
}

export const getOverviewOperation = implementOperation(getOverview, readOverview);
