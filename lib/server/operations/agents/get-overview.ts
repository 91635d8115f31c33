import { createRun } from "@/lib/contract/agents/create-run";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { getOverview } from "@/lib/contract/dashboard/agents/get-overview";
import { type ResponseOf, roleAllows } from "@/lib/contract/operation";
import { listPools } from "@/lib/contract/pools/list-pools";
import { isoTime } from "@/lib/core/clock";
import { queuedWait } from "@/lib/model/status/queued-wait";
import { usageReport } from "@/lib/model/usage/report";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import type { User } from "@/lib/server/auth/session-reader";
import { indexProgress } from "@/lib/server/db/agent-rows";
import type { AgentScope } from "@/lib/server/db/agent-scope";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { agentsNeedingAttention, failedRuns, queuedAgents, runningAgents, tokensByDay } from "@/lib/server/db/overview";
import type { Store } from "@/lib/server/db/store";
import { readPrices } from "@/lib/server/db/token-prices";
import { usageLines } from "@/lib/server/db/usage-lines";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { callService } from "@/lib/server/upstream/call-service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

const dayMs = 86_400_000;
const daysOfTokens = 14;
const daysOfNeed = 14;
const maxRows = 8;
const maxNeeds = 30;
const maxQueued = 500;

/** The queued agents that stay queued until a user acts; `undefined` if the pools can't be read. */
async function blockedAgents(store: Store, scope: AgentScope, now: number): Promise<string[] | undefined> {
  const queued = await queuedAgents(store, { ...scope, limit: maxQueued });
  if (queued.length === 0) return [];
  try {
    const { pools } = await callService(listPools, { params: {}, query: { includeStale: "true" } });
    return queued.filter((agent) => queuedWait(agent, pools, now)?.blocked !== false).map(({ id }) => id);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return undefined;
  }
}

/** The overview's data from the index, for the operation and for server rendering. */
export async function readOverview(user: User): Promise<ResponseOf<typeof getOverview>> {
  const store = await dashboardStore();
  const scope = await agentScopeOf(user);
  const now = dashboardService().clock.now();
  const isOperator = roleAllows(user.role, createRun.role);
  const canPrompt = ({ owner }: AgentRow) => isOperator && (scope.viewer?.seesAll === true || owner?.me === true);
  const days = Array.from({ length: daysOfTokens }, (_, index) =>
    isoTime(now - (daysOfTokens - 1 - index) * dayMs).slice(0, 10),
  );
  await notifyIndex(store, { viewing: true });
  const today = isoTime(now).slice(0, 10);
  const [running, needs, tokens, failed, lines, prices, progress] = await Promise.all([
    runningAgents(store, { ...scope, limit: maxRows }),
    blockedAgents(store, scope, now).then((blocked) =>
      agentsNeedingAttention(store, { ...scope, since: isoTime(now - daysOfNeed * dayMs), blocked, limit: maxNeeds }),
    ),
    tokensByDay(store, { ...scope, since: days[0] ?? "" }),
    failedRuns(store, { ...scope, since: today }),
    usageLines(store, { ...scope, from: today, to: today }),
    readPrices(store),
    indexProgress(store, scope.source),
  ]);
  const { totals, currency } = usageReport(lines, prices?.table);
  return {
    running,
    needs: {
      ...needs,
      items: needs.items.map(({ status, agent }) => ({ status, agent, canPrompt: canPrompt(agent) })),
      days: daysOfNeed,
    },
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

export const getOverviewOperation = implementOperation(getOverview, ({ user }) => readOverview(user));
