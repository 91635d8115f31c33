import { queryOptions } from "@tanstack/react-query";
import { agentKeys } from "@/components/agents/agent-queries";
import type { Call } from "@/lib/contract/call";

const getOverview = () => import("@/lib/contract/dashboard/get-overview").then((entry) => entry.getOverview);

const refreshMs = 3_000;

export function overviewQuery(call: Call) {
  return queryOptions({
    queryKey: [...agentKeys.lists, "overview"] as const,
    queryFn: ({ signal }) => call(getOverview, { params: {}, signal }),
    refetchInterval: refreshMs,
    refetchIntervalInBackground: false,
  });
}
