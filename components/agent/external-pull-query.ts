import { queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import type { AgentPullRequest } from "@/lib/contract/agents/list-agent-pull-requests";

const contract = () => import("@/lib/contract/agents/list-agent-pull-requests");
const listAgentPullRequests = () => contract().then((entry) => entry.listAgentPullRequests);

const openRefetchMs = 20_000;

export interface ExternalPulls {
  items: AgentPullRequest[];
  problems: { url: string; message: string }[];
}

/** Root `github`: refetched when GitHub reports a change. */
export const externalPullsKey = (agentId: string) => ["github", "agent", agentId] as const;

/** An agent's pull requests on GitHub. Empty if the service doesn't report them. Refetched while one is open. */
export function externalPullsQuery(agentId: string) {
  return queryOptions({
    queryKey: externalPullsKey(agentId),
    queryFn: async ({ signal }): Promise<ExternalPulls> => {
      try {
        const { items, problems } = await callProxy(listAgentPullRequests, { params: { id: agentId }, signal });
        const { isExternalPull } = await contract();
        return { items: items.filter(isExternalPull), problems: problems.filter(isExternalPull) };
      } catch (error) {
        if (error instanceof CallError && (error.status === 404 || error.status === 501))
          return { items: [], problems: [] };
        throw error;
      }
    },
    refetchInterval: ({ state }) =>
      state.data?.items.some((pull) => pull.state === "open") || state.data?.problems.length ? openRefetchMs : false,
    staleTime: 10_000,
  });
}
