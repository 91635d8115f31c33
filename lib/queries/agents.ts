import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AgentListEntry } from "@/lib/contract/agents/agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import type { Call } from "./call";

const pageSize = "50";

/** Stands for "no cursor": the API's cursors are never empty. */
const firstPage = "";

export const agentKeys = {
  all: ["agents"] as const,
  lists: ["agents", "list"] as const,
  list: (includeArchived: boolean) => ["agents", "list", { includeArchived }] as const,
  detail: (id: string) => ["agents", "detail", id] as const,
};

interface ListFilters {
  includeArchived: boolean;
}

/** Every agent, newest first, page by page. */
export function agentsQuery(call: Call, { includeArchived }: ListFilters) {
  return infiniteQueryOptions({
    queryKey: agentKeys.list(includeArchived),
    queryFn: ({ pageParam, signal }) =>
      call(listAgents, {
        params: {},
        query: {
          limit: pageSize,
          includeArchived: includeArchived ? "true" : "false",
          ...(pageParam === firstPage ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** The agents of all loaded pages. An agent created while paging can come twice; the first one is the newer. */
export function flattenAgents(pages: readonly { items: readonly AgentListEntry[] }[]): AgentListEntry[] {
  const seen = new Set<string>();
  return pages
    .flatMap((page) => page.items)
    .filter((agent) => {
      if (seen.has(agent.id)) return false;
      seen.add(agent.id);
      return true;
    });
}

/** Agents whose name, id or status holds every word of the text. */
export function filterAgents(agents: readonly AgentListEntry[], text: string): readonly AgentListEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return agents;
  return agents.filter((agent) => {
    const haystack = `${agent.name} ${agent.id} ${agent.status}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

export function agentQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: agentKeys.detail(id),
    queryFn: ({ signal }) => call(getAgent, { params: { id }, signal }),
  });
}

/** The agent as of a known change: read once for each `updatedAt` the list reports. */
export function agentAsOfQuery(call: Call, id: string, updatedAt: string) {
  return queryOptions({
    queryKey: ["agents", "as-of", id, updatedAt] as const,
    queryFn: ({ signal }) => call(getAgent, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
