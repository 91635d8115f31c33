import { getOverview } from "@/lib/contract/dashboard/get-overview";
import type { ResponseOf } from "@/lib/contract/operation";
import { isoTime } from "@/lib/core/clock";
import { usageReport } from "@/lib/model/usage/report";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import type { Person } from "@/lib/server/auth/session-reader";
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
export async function readOverview(person: Person): Promise<ResponseOf<typeof getOverview>> {
  const store = await dashboardStore();
  const scope = await agentScopeOf(person);
  const now = dashboardService().clock.now();
  const days = Array.from({ length: daysOfTokens }, (_, index) =>
    isoTime(now - (daysOfTokens - 1 - index) * dayMs).slice(0, 10),
  );
  await notifyIndex(store, { viewing: true });
  const today = isoTime(now).slice(0, 10);
  const [running, needs, tokens, failed, lines, prices, progress] = await Promise.all([
    runningAgents(store, { ...scope, limit: maxRows }),
    agentsNeedingAttention(store, { ...scope, since: isoTime(now - daysOfNeed * dayMs), limit: maxNeeds }),
    tokensByDay(store, { ...scope, since: days[0] ?? "" }),
    failedRuns(store, { ...scope, since: today }),
    usageLines(store, { ...scope, from: today, to: today }),
    readPrices(store),
    indexProgress(store, scope.source),
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

export const getOverviewOperation = implementOperation(getOverview, ({ person }) => readOverview(person));
