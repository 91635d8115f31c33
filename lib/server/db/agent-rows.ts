import { and, asc, count, desc, eq, gt, inArray, isNotNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import { isTerminal } from "@/lib/contract/agents/run";
import type { AgentRow, IndexProgress } from "@/lib/contract/dashboard/agent-row";
import { isOwner, owner } from "./agent-owner";
import { type AgentScope, inScope, visibleTo } from "./agent-scope";
import { batches, batchMembers } from "./batch-schema";
import { agents, removedAgents } from "./index-schema";
import { readIndexState } from "./index-state";
import { agentProfiles, launches, users } from "./schema";
import type { Store } from "./store";

type Row = typeof agents.$inferSelect;
type Database = Pick<Store["database"], "select">;

/** The model chosen in the launch form. */
const model = sql<string | null>`${launches.fields} ->> 'model'`;

const batch = { batchId: batches.id, batchName: batches.name };

/** Selects indexed agents with their owners, names, labels and batches. */
export function selectAgents(database: Database) {
  return database
    .select({ agent: agents, ...owner, profile: agentProfiles, model, ...batch })
    .from(agents)
    .leftJoin(launches, eq(launches.agentId, agents.id))
    .leftJoin(users, isOwner)
    .leftJoin(agentProfiles, eq(agentProfiles.agentId, agents.id))
    .leftJoin(batchMembers, eq(batchMembers.agentId, agents.id))
    .leftJoin(batches, eq(batches.id, batchMembers.batchId))
    .$dynamic();
}
export type IndexedAgent = Awaited<ReturnType<typeof selectAgents>>[number];

/** An indexed agent as returned by the API to the user with id `me`. */
export function agentRow(
  { agent: row, ownerId, ownerName, profile, model: chosen, batchId, batchName }: IndexedAgent,
  me?: string,
): AgentRow {
  const { id, status, env, createdAt, updatedAt, latestRunId } = row.entry;
  const name = profile?.name ?? row.entry.name;
  return {
    id,
    name,
    status,
    createdAt,
    updatedAt,
    latestRunId,
    ...(row.pulls === null ? {} : { pulls: row.pulls }),
    ...(ownerId === null || ownerName === null ? {} : { owner: { id: ownerId, name: ownerName, me: ownerId === me } }),
    ...(profile && profile.labels.length > 0 ? { labels: profile.labels } : {}),
    env: env.name === undefined ? { type: env.type } : { type: env.type, name: env.name },
    // The status of an earlier run doesn't apply to the latest one.
    ...(row.runId === latestRunId && row.runStatus !== null ? { run: runOf(row, row.runStatus) } : {}),
    ...(row.repos ? { repos: row.repos } : {}),
    ...(row.branches ? { branches: row.branches } : {}),
    ...(row.totalTokens === null ? {} : { tokens: row.totalTokens }),
    ...(chosen === null ? {} : { model: chosen }),
    ...(batchId === null || batchName === null ? {} : { batch: { id: batchId, name: batchName } }),
  };
}

/** Lists of runs have no durations, so the duration of a run that was only listed is the time until its last change. */
function durationOf({ runDurationMs, runCreatedAt, runUpdatedAt }: Row, status: string): { durationMs?: number } {
  if (runDurationMs !== null) return { durationMs: runDurationMs };
  if (!isTerminal(status) || runCreatedAt === null || runUpdatedAt === null) return {};
  return { durationMs: Math.max(Date.parse(runUpdatedAt) - Date.parse(runCreatedAt), 0) };
}

function runOf(row: Row, status: string): NonNullable<AgentRow["run"]> {
  return {
    status,
    updatedAt: row.runUpdatedAt ?? row.updatedAt,
    ...(row.runCreatedAt === null ? {} : { createdAt: row.runCreatedAt }),
    ...durationOf(row, status),
    ...(row.runErrorCode === null ? {} : { errorCode: row.runErrorCode }),
    ...(row.runQuestionId === null ? {} : { questionId: row.runQuestionId }),
    ...(row.runFailedSteps === null ? {} : { failedSteps: row.runFailedSteps }),
    ...(row.runPlan === null ? {} : { plan: row.runPlan }),
    ...(row.offlineWorker === null || isTerminal(status) ? {} : { offlineWorker: row.offlineWorker }),
  };
}

export interface AgentCursor {
  createdAt: string;
  id: string;
}

/** A page of agents, newest first, after `after`. */
export async function agentRows(
  store: Store,
  options: AgentScope & { after: AgentCursor | undefined; limit: number },
): Promise<AgentRow[]> {
  const { after, limit, viewer } = options;
  const behind: SQL | undefined = after
    ? or(lt(agents.createdAt, after.createdAt), and(eq(agents.createdAt, after.createdAt), gt(agents.id, after.id)))
    : undefined;
  const rows = await selectAgents(store.database)
    .where(and(inScope(options), behind))
    .orderBy(desc(agents.createdAt), asc(agents.id))
    .limit(limit);
  return rows.map((row) => agentRow(row, viewer?.id));
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
  options: AgentScope & { since: number; limit: number },
): Promise<{ rows: AgentRow[]; removed: string[]; change: number; more: boolean }> {
  const { source, since, limit, viewer } = options;
  const [rows, removed] = await Promise.all([
    selectAgents(store.database)
      .where(and(inScope(options), gt(agents.change, since)))
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
  const changed = rows.map(({ agent }) => agent);
  const ends = [changed, removed].filter((list) => list.length > limit).map((list) => list[limit - 1]?.change ?? since);
  const until = more ? Math.min(...ends) : Math.max(since, ...[...changed, ...removed].map(({ change }) => change));
  return {
    rows: rows.filter(({ agent }) => agent.change <= until).map((row) => agentRow(row, viewer?.id)),
    removed: removed.filter(({ change }) => change <= until).map(({ id }) => id),
    change: until,
    more,
  };
}

export async function readAgentRows(store: Store, ids: readonly string[]): Promise<AgentRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectAgents(store.database).where(inArray(agents.id, [...ids]));
  return rows.map((row) => agentRow(row));
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
    ...(state.lastError === null ? {} : { lastError: state.lastError }),
  };
}

/** The names of those agents that are indexed. */
export async function agentNames(
  store: Store,
  scope: AgentScope,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return store.database
    .select({ id: agents.id, name: sql<string>`coalesce(${agentProfiles.name}, ${agents.entry} ->> 'name', '')` })
    .from(agents)
    .leftJoin(agentProfiles, eq(agentProfiles.agentId, agents.id))
    .where(and(inScope(scope), inArray(agents.id, [...ids])));
}

/** Which of these agents a user can't see. Agents that aren't indexed, or weren't read yet, aren't among them. */
export async function hiddenAgents(
  store: Store,
  { source, viewer }: AgentScope,
  ids: readonly string[],
): Promise<string[]> {
  const visible = viewer && visibleTo(viewer);
  if (!visible || ids.length === 0) return [];
  const rows = await store.database
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.source, source), inArray(agents.id, [...ids]), isNotNull(agents.repositoryIds), not(visible)));
  return rows.map(({ id }) => id);
}
