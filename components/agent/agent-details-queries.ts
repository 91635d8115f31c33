import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@/lib/contract/call";
import type { Worker } from "@/lib/contract/pools/worker";

const getUsage = () => import("@/lib/contract/agents/get-usage").then((entry) => entry.getUsage);
const listWorkers = () => import("@/lib/contract/pools/list-workers").then((entry) => entry.listWorkers);

/** An agent's token usage. Pass `updatedAt` as `asOf` to refetch when the agent changes. */
export function agentUsageQuery(call: Call, agentId: string, asOf: string) {
  return queryOptions({
    queryKey: ["usage", "agent", agentId, asOf] as const,
    queryFn: ({ signal }) => call(getUsage, { params: { id: agentId }, signal }),
  });
}

const maxPages = 20;

/** The worker that is running an agent; `null` when there is none. */
export function agentWorkerQuery(call: Call, agentId: string) {
  return queryOptions({
    queryKey: ["pools", "worker-of", agentId] as const,
    queryFn: async ({ signal }): Promise<Worker | null> => {
      let pageToken: string | undefined;
      for (let page = 0; page < maxPages; page += 1) {
        const query = { status: "in_use" as const, limit: "100", ...(pageToken === undefined ? {} : { pageToken }) };
        const response = await call(listWorkers, { params: {}, query, signal });
        const found = response.workers.find(({ activeBcId }) => activeBcId === agentId);
        if (found) return found;
        pageToken = response.nextPageToken;
        if (pageToken === undefined) break;
      }
      return null;
    },
    refetchInterval: 10_000,
    retry: false,
  });
}
