import { and, asc, count, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { AgentPulls, UsageLine } from "@/lib/model/usage/report";
import { isOwner, owner } from "./agent-owner";
import { type AgentScope, inScope } from "./agent-scope";
import { agents, runs } from "./index-schema";
import { launches, users } from "./schema";
import type { Store } from "./store";

export interface UsageRange extends AgentScope {
  /** UTC days, inclusive. */
  from: string | undefined;
  to: string | undefined;
}

const day = sql<string>`substr(${runs.createdAt}, 1, 10)`;
const name = sql<string>`${agents.entry}->>'name'`;
const repository = sql<
  string | null
>`case when ${agents.repos} is null then null else coalesce(${agents.repos}->0->>'url', '') end`;
const environment = sql<string>`concat_ws(': ', ${agents.entry}->'env'->>'type', ${agents.entry}->'env'->>'name')`;
const model = sql<string | null>`${launches.fields}->>'model'`;

function inRange({ from, to, ...scope }: UsageRange): SQL | undefined {
  return and(
    inScope(scope),
    from === undefined ? undefined : gte(day, from),
    to === undefined ? undefined : lte(day, to),
  );
}

/** Tokens of one kind as a number, because the database returns integer sums as text. */
const sumOf = (column: typeof runs.inputTokens) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
const tokenSum = sql`${runs.inputTokens} + ${runs.outputTokens} + ${runs.cacheWriteTokens} + ${runs.cacheReadTokens}`;

/** Usage by agent and day. */
export async function usageLines(store: Store, range: UsageRange): Promise<UsageLine[]> {
  return store.database
    .select({
      day,
      agentId: agents.id,
      agentName: name,
      repository,
      model,
      environment,
      owner: owner.ownerId,
      ownerName: owner.ownerName,
      runs: count(),
      unknownRuns: sql<number>`count(*) filter (where ${runs.totalTokens} is null)`.mapWith(Number),
      unreconciledRuns: sql<number>`count(*) filter (where ${runs.totalTokens} <> ${tokenSum})`.mapWith(Number),
      inputTokens: sumOf(runs.inputTokens),
      outputTokens: sumOf(runs.outputTokens),
      cacheWriteTokens: sumOf(runs.cacheWriteTokens),
      cacheReadTokens: sumOf(runs.cacheReadTokens),
      totalTokens: sql<number>`coalesce(sum(${tokenSum}), 0)`.mapWith(Number),
    })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .leftJoin(launches, eq(launches.agentId, agents.id))
    .leftJoin(users, isOwner)
    .where(inRange(range))
    .groupBy(day, agents.id, launches.agentId, users.id);
}

/** The pull requests of agents with runs in the range. */
export async function usagePulls(store: Store, range: UsageRange): Promise<AgentPulls> {
  const rows = await store.database
    .selectDistinct({ id: agents.id, pulls: agents.pulls })
    .from(agents)
    .innerJoin(runs, eq(runs.agentId, agents.id))
    .where(and(inRange(range), sql`jsonb_array_length(${agents.pulls}) > 0`));
  return new Map(rows.map(({ id, pulls }) => [id, pulls ?? []]));
}

/** Usage by run, oldest first, optionally of one agent. */
export async function usageRuns(store: Store, range: UsageRange & { agentId?: string }) {
  return store.database
    .select({
      runId: runs.id,
      agentId: agents.id,
      agentName: name,
      status: runs.status,
      createdAt: runs.createdAt,
      repository,
      model,
      environment,
      inputTokens: runs.inputTokens,
      outputTokens: runs.outputTokens,
      cacheWriteTokens: runs.cacheWriteTokens,
      cacheReadTokens: runs.cacheReadTokens,
    })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .leftJoin(launches, eq(launches.agentId, agents.id))
    .where(and(inRange(range), range.agentId === undefined ? undefined : eq(agents.id, range.agentId)))
    .orderBy(asc(runs.createdAt), asc(runs.id));
}
