import { queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { AgentListEntry } from "@/lib/contract/agents/agent";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { Call } from "@/lib/contract/call";
import type { NumberedRuns } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import { chunkSize } from "@/lib/model/runs/run-window";

const getRun = () => import("@/lib/contract/agents/get-run").then((entry) => entry.getRun);
const listNumberedRuns = () =>
  import("@/lib/contract/dashboard/runs/list-numbered-runs").then((entry) => entry.listNumberedRuns);

const refetchMs = 20_000;
/** While the dashboard counts an agent's runs. */
const countingMs = 2_000;

export const runKeys = {
  list: (agentId: string) => ["runs", "list", agentId] as const,
  latest: (agentId: string) => [...runKeys.list(agentId), "latest"] as const,
  detail: (agentId: string, runId: string) => ["runs", "detail", agentId, runId] as const,
};

/** How many runs an agent has, and the newest of them, oldest first. */
export function latestRunsQuery(agentId: string) {
  return queryOptions({
    queryKey: runKeys.latest(agentId),
    queryFn: ({ signal }) => callProxy(listNumberedRuns, { params: { agentId }, signal }),
    refetchInterval: ({ state }) => (state.data?.total === undefined ? countingMs : refetchMs),
  });
}

/** No run of the chunk can change, and none can be added. */
const isFinal = ({ items }: NumberedRuns) =>
  items.length === chunkSize && items.every(({ status }) => isTerminal(status));

/** The runs with the numbers from `first`, as many as a chunk has. */
export function runChunkQuery(agentId: string, first: number) {
  return queryOptions({
    queryKey: [...runKeys.list(agentId), first] as const,
    queryFn: ({ signal }): Promise<NumberedRuns> =>
      callProxy(listNumberedRuns, {
        params: { agentId },
        query: { from: String(first), limit: String(chunkSize) },
        signal,
      }),
    staleTime: ({ state }) => (state.data && isFinal(state.data) ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (state.data && !isFinal(state.data) ? refetchMs : false),
  });
}

/** One run with its number, found by its id. */
export function numberedRunQuery(agentId: string, runId: string) {
  return queryOptions({
    queryKey: [...runKeys.list(agentId), runId] as const,
    queryFn: ({ signal }): Promise<NumberedRuns> =>
      callProxy(listNumberedRuns, { params: { agentId }, query: { run: runId }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.total === undefined ? countingMs : false),
  });
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
