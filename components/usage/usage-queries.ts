import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "@/lib/contract/call";
import type { IndexProgress } from "@/lib/contract/dashboard/agent-row";
import type { UsageSum } from "@/lib/contract/dashboard/usage/usage";

const getPrices = () => import("@/lib/contract/dashboard/prices/get-prices").then((entry) => entry.getPrices);
const getUsageReport = () =>
  import("@/lib/contract/dashboard/usage/get-usage-report").then((entry) => entry.getUsageReport);
const listRunUsage = () => import("@/lib/contract/dashboard/usage/list-run-usage").then((entry) => entry.listRunUsage);

interface Range {
  from: string | undefined;
  to: string | undefined;
}

interface UsageReportProgress {
  progress: Pick<IndexProgress, "complete" | "agents" | "known">;
  report: { totals: Pick<UsageSum, "unknownRuns"> };
}

const maxPollMs = 30_000;

/**
 * Milliseconds until the report is fetched again. While agents or the usage of runs are missing, it is fetched more often at
 * first, but not forever, because some services never report usage. `fetches`: how often it was fetched.
 */
export function usagePollMs(data: UsageReportProgress | undefined, fetches: number): number {
  if (!data) return maxPollMs;
  const { progress, report } = data;
  const isIncomplete = !progress.complete || progress.known < progress.agents || report.totals.unknownRuns > 0;
  return isIncomplete ? Math.min(maxPollMs, 2_000 * fetches) : maxPollMs;
}

export const usageKeys = { all: ["usage"] as const };

export function usageReportQuery(call: Call, range: Range) {
  return queryOptions({
    queryKey: [...usageKeys.all, "report", range] as const,
    queryFn: ({ signal }) => call(getUsageReport, { params: {}, query: range, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => usagePollMs(state.data, state.dataUpdateCount),
  });
}

export function runUsageQuery(call: Call, agentId: string, range: Range) {
  return queryOptions({
    queryKey: [...usageKeys.all, "runs", agentId, range] as const,
    queryFn: ({ signal }) => call(listRunUsage, { params: { id: agentId }, query: range, signal }),
  });
}

export function pricesQuery(call: Call) {
  return queryOptions({
    queryKey: [...usageKeys.all, "prices"] as const,
    queryFn: ({ signal }) => call(getPrices, { params: {}, signal }),
  });
}
