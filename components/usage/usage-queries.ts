import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "@/lib/contract/call";

const getPrices = () => import("@/lib/contract/dashboard/get-prices").then((entry) => entry.getPrices);
const getUsageReport = () => import("@/lib/contract/dashboard/get-usage-report").then((entry) => entry.getUsageReport);
const listRunUsage = () => import("@/lib/contract/dashboard/list-run-usage").then((entry) => entry.listRunUsage);

interface Range {
  from: string | undefined;
  to: string | undefined;
}

export const usageKeys = { all: ["usage"] as const };

export function usageReportQuery(call: Call, range: Range) {
  return queryOptions({
    queryKey: [...usageKeys.all, "report", range] as const,
    queryFn: ({ signal }) => call(getUsageReport, { params: {}, query: range, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
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
