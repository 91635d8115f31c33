import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AgentListEntry } from "@/lib/contract/agents/agent";
import type { Run } from "@/lib/contract/agents/run";
import type { Call } from "@/lib/contract/call";

const getRun = () => import("@/lib/contract/agents/get-run").then((entry) => entry.getRun);
const listRuns = () => import("@/lib/contract/agents/list-runs").then((entry) => entry.listRuns);

/** Page parameter of the first page: the API's cursors are never empty. */
const firstPage = "";

export const runKeys = {
  list: (agentId: string) => ["runs", "list", agentId] as const,
  detail: (agentId: string, runId: string) => ["runs", "detail", agentId, runId] as const,
};

/** The runs of an agent, newest first, page by page. */
export function runsQuery(call: Call, agentId: string) {
  return infiniteQueryOptions({
    queryKey: runKeys.list(agentId),
    queryFn: ({ pageParam, signal }) =>
      call(listRuns, {
        params: { id: agentId },
        query: { limit: "50", ...(pageParam === firstPage ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** The runs of all loaded pages, oldest first, without duplicates. */
export function runsInOrder(pages: readonly { items: readonly Run[] }[]): Run[] {
  const byId = new Map<string, Run>();
  for (const run of pages.flatMap((page) => page.items)) if (!byId.has(run.id)) byId.set(run.id, run);
  return [...byId.values()].reverse();
}

export function runQuery(call: Call, agentId: string, runId: string) {
  return queryOptions({
    queryKey: runKeys.detail(agentId, runId),
    queryFn: ({ signal }) => call(getRun, { params: { id: agentId, runId }, signal }),
  });
}

/** The agent's latest run, which has the execution status; the agent's status doesn't. */
export function latestRunQuery(call: Call, agent: Pick<AgentListEntry, "id" | "latestRunId">) {
  return runQuery(call, agent.id, agent.latestRunId);
}
