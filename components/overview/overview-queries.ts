import { queryOptions } from "@tanstack/react-query";
import { agentKeys } from "@/components/agents/agent-queries";
import { CallError } from "@/lib/client/call-error";
import type { Call } from "@/lib/contract/call";

const getOverview = () => import("@/lib/contract/dashboard/get-overview").then((entry) => entry.getOverview);
const getWorkerSummary = () =>
  import("@/lib/contract/pools/get-worker-summary").then((entry) => entry.getWorkerSummary);

const refreshMs = 3_000;
const poolsRefreshMs = 10_000;
const notOfferedRefreshMs = 5 * 60_000;

export function overviewQuery(call: Call) {
  return queryOptions({
    queryKey: [...agentKeys.lists, "overview"] as const,
    queryFn: ({ signal }) => call(getOverview, { params: {}, signal }),
    refetchInterval: refreshMs,
    refetchIntervalInBackground: false,
  });
}

/** An operation this service or key does not offer: not a fault, and not worth asking for often. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof CallError && [401, 403, 404, 405, 501].includes(error.status);
}

const retryIfOffered = (failures: number, error: Error) => failures < 2 && !isNotOffered(error);

const often = ({ state }: { state: { error: Error | null } }) =>
  isNotOffered(state.error) ? notOfferedRefreshMs : poolsRefreshMs;

export function workerSummaryQuery(call: Call) {
  return queryOptions({
    queryKey: ["pools", "summary"] as const,
    queryFn: ({ signal }) => call(getWorkerSummary, { params: {}, signal }),
    retry: retryIfOffered,
    refetchInterval: often,
    refetchIntervalInBackground: false,
  });
}
