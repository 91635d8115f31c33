import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@/lib/contract/call";
import type { AgentRow, IndexProgress } from "@/lib/contract/dashboard/agent-row";
import { agentKeys } from "./agent-queries";

const listAgentChanges = () =>
  import("@/lib/contract/dashboard/list-agent-changes").then((entry) => entry.listAgentChanges);
const listAgentRows = () => import("@/lib/contract/dashboard/list-agent-rows").then((entry) => entry.listAgentRows);

/** What the browser knows of all agents. */
export interface AgentRows {
  /** Newest first. The same array while nothing changes. */
  rows: readonly AgentRow[];
  /** Where the list is read on; absent when all of it is here. */
  cursor?: string | undefined;
  /** The last change that is in `rows`. */
  change: number;
  progress: IndexProgress;
}

const firstPage = "100";
const page = "1000";
const readOnMs = 20;
const pollMs = 2_000;

/** Which agents are in sight: what is not known of them is read first. */
export const visibleAgents: { ids: readonly string[] } = { ids: [] };
const maxVisibleAgents = 60;

const order = (a: AgentRow, b: AgentRow) =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? 1 : -1;

/** The rows with `fresh` among them, in place of those of the same id, and without `removed`. */
export function mergeRows(
  rows: readonly AgentRow[],
  fresh: readonly AgentRow[],
  removed: readonly string[] = [],
): readonly AgentRow[] {
  if (fresh.length === 0 && removed.length === 0) return rows;
  const replaced = new Set([...removed, ...fresh.map(({ id }) => id)]);
  // An agent that was removed and came back is among the fresh ones.
  const news = [...new Map(fresh.map((row) => [row.id, row])).values()];
  return [...rows.filter(({ id }) => !replaced.has(id)), ...news].sort(order);
}

async function fetchNext(call: Call, known: AgentRows | undefined, signal: AbortSignal): Promise<AgentRows> {
  if (!known || known.cursor !== undefined) {
    const query = known?.cursor === undefined ? { limit: firstPage } : { limit: page, cursor: known.cursor };
    const answer = await call(listAgentRows, { params: {}, query, signal });
    return {
      rows: mergeRows(known?.rows ?? [], answer.rows),
      ...(answer.nextCursor === undefined ? {} : { cursor: answer.nextCursor }),
      // What changes while pages are read is among the changes since the first one.
      change: known?.change ?? answer.change,
      progress: answer.progress,
    };
  }
  const wanted = visibleAgents.ids.slice(0, maxVisibleAgents).join(",");
  let { rows, change } = known;
  for (;;) {
    const query = { since: String(change), ...(wanted === "" ? {} : { wanted }) };
    const answer = await call(listAgentChanges, { params: {}, query, signal });
    rows = mergeRows(rows, answer.rows, answer.removed);
    change = answer.change;
    if (!answer.more) return { rows, change, progress: answer.progress };
  }
}

const rowsKey = [...agentKeys.lists, "rows"] as const;

/** All agents: read page by page at first, then only what changes. */
export function agentRowsQuery(call: Call) {
  return queryOptions({
    queryKey: rowsKey,
    queryFn: ({ client, signal }): Promise<AgentRows> =>
      fetchNext(call, client.getQueryData<AgentRows>(rowsKey), signal),
    refetchInterval: ({ state }) => (state.data?.cursor === undefined ? pollMs : readOnMs),
    refetchIntervalInBackground: false,
    structuralSharing: false,
    staleTime: 0,
  });
}
