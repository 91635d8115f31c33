import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@/lib/contract/call";
import type { AgentRow, IndexProgress } from "@/lib/contract/dashboard/agent-row";
import { agentKeys } from "./agent-queries";

const listAgentChanges = () =>
  import("@/lib/contract/dashboard/agents/list-agent-changes").then((entry) => entry.listAgentChanges);
const listAgentRows = () =>
  import("@/lib/contract/dashboard/agents/list-agent-rows").then((entry) => entry.listAgentRows);

/** All agents loaded in the browser. */
export interface AgentRows {
  /** Newest first. The same array while nothing changes. */
  rows: readonly AgentRow[];
  /** Cursor of the next page; `undefined` once the whole list is loaded. */
  cursor?: string | undefined;
  /** Number of the last change included in `rows`. */
  change: number;
  progress: IndexProgress;
}

const firstPageSize = "100";
const pageSize = "1000";
const nextPageDelayMs = 20;
const pollMs = 2_000;

/** Ids of the agents on screen. The dashboard loads their missing details first. */
export const visibleAgents: { ids: readonly string[] } = { ids: [] };
const maxVisibleAgents = 60;

const newestFirst = (a: AgentRow, b: AgentRow) =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? 1 : -1;

/** Replaces or adds `fresh` rows by id, drops `removed`, and sorts newest first. Returns the same array if nothing changes. */
export function mergeRows(
  rows: readonly AgentRow[],
  fresh: readonly AgentRow[],
  removed: readonly string[] = [],
): readonly AgentRow[] {
  if (fresh.length === 0 && removed.length === 0) return rows;
  const replaced = new Set([...removed, ...fresh.map(({ id }) => id)]);
  // An agent that was removed and re-created is in both lists; `fresh` wins.
  const added = [...new Map(fresh.map((row) => [row.id, row])).values()];
  return [...rows.filter(({ id }) => !replaced.has(id)), ...added].sort(newestFirst);
}

async function fetchNext(call: Call, loaded: AgentRows | undefined, signal: AbortSignal): Promise<AgentRows> {
  if (!loaded || loaded.cursor !== undefined) {
    const query = loaded?.cursor === undefined ? { limit: firstPageSize } : { limit: pageSize, cursor: loaded.cursor };
    const response = await call(listAgentRows, { params: {}, query, signal });
    return {
      rows: mergeRows(loaded?.rows ?? [], response.rows),
      ...(response.nextCursor === undefined ? {} : { cursor: response.nextCursor }),
      // Changes made while later pages load are covered by the changes since the first page.
      change: loaded?.change ?? response.change,
      progress: response.progress,
    };
  }
  const visibleIds = visibleAgents.ids.slice(0, maxVisibleAgents).join(",");
  let { rows, change } = loaded;
  for (;;) {
    const query = { since: String(change), ...(visibleIds === "" ? {} : { wanted: visibleIds }) };
    const response = await call(listAgentChanges, { params: {}, query, signal });
    if (response.outdated) return fetchNext(call, undefined, signal);
    rows = mergeRows(rows, response.rows, response.removed);
    change = response.change;
    if (!response.more) return { rows, change, progress: response.progress };
  }
}

const rowsKey = [...agentKeys.lists, "rows"] as const;

/** All agents: loaded page by page, then kept up to date by polling for changes. */
export function agentRowsQuery(call: Call) {
  return queryOptions({
    queryKey: rowsKey,
    queryFn: ({ client, signal }): Promise<AgentRows> =>
      fetchNext(call, client.getQueryData<AgentRows>(rowsKey), signal),
    refetchInterval: ({ state }) => (state.data?.cursor === undefined ? pollMs : nextPageDelayMs),
    structuralSharing: false,
    staleTime: 0,
  });
}
