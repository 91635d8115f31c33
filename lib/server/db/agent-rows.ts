import { and, asc, count, desc, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { AgentRow, IndexProgress } from "@/lib/contract/dashboard/agent-row";
import { agents, removedAgents } from "./index-schema";
import { readIndexState } from "./index-state";
import type { Store } from "./store";

type Row = typeof agents.$inferSelect;

/** An indexed agent as returned by the API. */
export function agentRow(row: Row): AgentRow {
  const { id, name, status, env, createdAt, updatedAt, latestRunId } = row.entry;
  return {
    ...{ id, name, status, createdAt, updatedAt, latestRunId },
    env: env.name === undefined ? { type: env.type } : { type: env.type, name: env.name },
    // The status of an earlier run doesn't apply to the latest one.
    ...(row.runId === latestRunId && row.runStatus !== null ? { run: runOf(row, row.runStatus) } : {}),
    ...(row.repos ? { repos: row.repos } : {}),
    ...(row.branches ? { branches: row.branches } : {}),
    ...(row.totalTokens === null ? {} : { tokens: row.totalTokens }),
  };
}

function runOf(row: Row, status: string): NonNullable<AgentRow["run"]> {
  return {
    status,
    updatedAt: row.runUpdatedAt ?? row.updatedAt,
    ...(row.runCreatedAt === null ? {} : { createdAt: row.runCreatedAt }),
    ...(row.runDurationMs === null ? {} : { durationMs: row.runDurationMs }),
    ...(row.runErrorCode === null ? {} : { errorCode: row.runErrorCode }),
    ...(row.runFailedSteps === null ? {} : { failedSteps: row.runFailedSteps }),
  };
}

export interface AgentCursor {
  createdAt: string;
  id: string;
}

/** A page of agents, newest first, after `after`. */
export async function agentRows(
  store: Store,
  options: { source: string; after: AgentCursor | undefined; limit: number },
): Promise<AgentRow[]> {
  const { source, after, limit } = options;
  const behind: SQL | undefined = after
    ? or(lt(agents.createdAt, after.createdAt), and(eq(agents.createdAt, after.createdAt), gt(agents.id, after.id)))
    : undefined;
  const rows = await store.database
    .select()
    .from(agents)
    .where(and(eq(agents.source, source), behind))
    .orderBy(desc(agents.createdAt), asc(agents.id))
    .limit(limit);
  return rows.map(agentRow);
}

/** The latest change number across all agents. Read it before the agents. */
export async function lastChange(store: Store, source: string): Promise<number> {
  const [seen] = await store.database
    .select({ last: sql<string | null>`max(${agents.change})` })
    .from(agents)
    .where(eq(agents.source, source));
  const [deleted] = await store.database
    .select({ last: sql<string | null>`max(${removedAgents.change})` })
    .from(removedAgents)
    .where(eq(removedAgents.source, source));
  return Math.max(Number(seen?.last ?? 0), Number(deleted?.last ?? 0));
}

/** Changes after change number `since`, at most `limit` of each kind. */
export async function agentChanges(
  store: Store,
  options: { source: string; since: number; limit: number },
): Promise<{ rows: AgentRow[]; removed: string[]; change: number; more: boolean }> {
  const { source, since, limit } = options;
  const [rows, removed] = await Promise.all([
    store.database
      .select()
      .from(agents)
      .where(and(eq(agents.source, source), gt(agents.change, since)))
      .orderBy(asc(agents.change))
      .limit(limit + 1),
    store.database
      .select()
      .from(removedAgents)
      .where(and(eq(removedAgents.source, source), gt(removedAgents.change, since)))
      .orderBy(asc(removedAgents.change))
      .limit(limit + 1),
  ]);
  const more = rows.length > limit || removed.length > limit;
  const ends = [rows, removed].filter((list) => list.length > limit).map((list) => list[limit - 1]?.change ?? since);
  const until = more ? Math.min(...ends) : Math.max(since, ...[...rows, ...removed].map(({ change }) => change));
  return {
    rows: rows.filter(({ change }) => change <= until).map(agentRow),
    removed: removed.filter(({ change }) => change <= until).map(({ id }) => id),
    change: until,
    more,
  };
}

export async function rowsOf(store: Store, ids: readonly string[]): Promise<AgentRow[]> {
  if (ids.length === 0) return [];
  const rows = await store.database
    .select()
    .from(agents)
    .where(inArray(agents.id, [...ids]));
  return rows.map(agentRow);
}

export async function indexProgress(store: Store, source: string): Promise<IndexProgress> {
  const [counts] = await store.database
    .select({
      agents: count(),
      known: sql<string>`count(*) filter (where ${agents.detailFor} = ${agents.updatedAt} and ${agents.runsFor} = ${agents.updatedAt})`,
    })
    .from(agents)
    .where(eq(agents.source, source));
  const state = await readIndexState(store, source);
  return {
    complete: state.passEndedAt !== null,
    agents: counts?.agents ?? 0,
    known: Number(counts?.known ?? 0),
    ...(state.polledAt ? { polledAt: state.polledAt.toISOString() } : {}),
    ...(state.trouble === null ? {} : { trouble: state.trouble }),
  };
}
