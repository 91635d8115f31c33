import { queryOptions } from "@tanstack/react-query";
import { agentKeys } from "@/components/agents/agent-queries";
import type { Call } from "@/lib/contract/call";

const listPullsNeedingAttention = () =>
  import("@/lib/contract/dashboard/pulls/list-pulls-needing-attention").then(
    (entry) => entry.listPullsNeedingAttention,
  );
const getOverview = () => import("@/lib/contract/dashboard/agents/get-overview").then((entry) => entry.getOverview);

const refreshMs = 3_000;
/** The dashboard caches these and reloads them only after a change. */
const pullsRefreshMs = 10_000;

export function overviewQuery(call: Call) {
  return queryOptions({
    queryKey: [...agentKeys.lists, "overview"] as const,
    queryFn: ({ signal }) => call(getOverview, { params: {}, signal }),
    refetchInterval: refreshMs,
  });
}

/** Open pull requests that need attention. */
export function pullsNeedingAttentionQuery(call: Call) {
  return queryOptions({
    queryKey: ["pulls", "list", "needing attention"] as const,
    queryFn: ({ signal }) => call(listPullsNeedingAttention, { params: {}, signal }),
    refetchInterval: pullsRefreshMs,
  });
}
