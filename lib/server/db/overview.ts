import { and, count, desc, eq, gte, inArray, ne, not, notInArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { AttentionReason } from "@/lib/contract/dashboard/get-overview";
import { agentRow, selectAgents } from "./agent-rows";
import { type AgentScope, inScope } from "./agent-scope";
import { agents, runs } from "./index-schema";
import type { Store } from "./store";

const terminal = ["FINISHED", "ERROR", "CANCELLED", "EXPIRED"];
const isCurrent = eq(agents.runId, agents.latestRunId);
const hasPullRequest = sql<boolean>`(jsonb_path_exists(coalesce(${agents.branches}, '[]'), '$[*].prUrl') or jsonb_path_exists(coalesce(${agents.repos}, '[]'), '$[*].prUrl'))`;

/** Blocked before failed, failed before to review. */
const urgency = sql`case ${agents.runStatus} when 'CREATING' then 0 when 'RUNNING' then 0 when 'FINISHED' then 2 else 1 end`;

async function pageOf(store: Store, where: SQL | undefined, limit: number, ...first: SQL[]) {
  const [total] = await store.database.select({ agents: count() }).from(agents).where(where);
  const rows = await selectAgents(store.database)
    .where(where)
    .orderBy(...first, desc(agents.updatedAt))
    .limit(limit);
  return { total: total?.agents ?? 0, rows };
}

/** A new run of a pool or machine waits until a worker takes it. */
const isQueued = sql`(${agents.runStatus} = 'CREATING' and ${agents.entry}->'env'->>'type' <> 'cloud')`;

/** An open pull request that isn't a draft and doesn't merely wait to be merged. */
const openPull =
  '$[*] ? (@.state == "open" && @.draft == false && !(@.review == "approved" && @.mergeability == "mergeable" && !(@.checks == "failed")))';
const hasWork = sql`(${agents.runPlan} or (${hasPullRequest} and case when ${agents.pullState} is null then true else jsonb_path_exists(coalesce(${agents.pulls}, '[]'), ${openPull}::jsonpath) end))`;

/** The agent waits for the user's answer. */
const asks = sql`(${agents.runStatus} = 'RUNNING' and ${agents.runQuestionId} is not null)`;

/** Agents whose latest run is under way, most recently updated first. Queued runs and those that wait for an answer aren't. */
export async function runningAgents(
  store: Store,
  options: AgentScope & { limit: number },
): Promise<{ total: number; rows: AgentRow[] }> {
  const where = and(inScope(options), isCurrent, notInArray(agents.runStatus, terminal), not(isQueued), not(asks));
  const { total, rows } = await pageOf(store, where, options.limit);
  return { total, rows: rows.map((row) => agentRow(row)) };
}

const reasons: ReadonlyMap<string, AttentionReason> = new Map([
  ["ERROR", "failed"],
  ["EXPIRED", "expired"],
  ["CREATING", "queued"],
  ["RUNNING", "input"],
]);

/** Returns agents that need attention and aren't archived; those that failed only since `since` (ISO 8601). */
export async function agentsNeedingAttention(
  store: Store,
  options: AgentScope & { since: string; limit: number },
): Promise<{ total: number; items: { reason: AttentionReason; agent: AgentRow }[] }> {
  const { total, rows } = await pageOf(
    store,
    and(
      inScope(options),
      isCurrent,
      ne(sql`${agents.entry}->>'status'`, "ARCHIVED"),
      sql`(${isQueued} or ${asks} or (${agents.runStatus} in ('ERROR', 'EXPIRED') and ${agents.updatedAt} >= ${options.since}) or (${agents.runStatus} = 'FINISHED' and ${hasWork}))`,
    ),
    options.limit,
    urgency,
  );
  return {
    total,
    items: rows.map((row) => ({
      reason: reasons.get(row.agent.runStatus ?? "") ?? (row.agent.runPlan ? "plan" : "pullRequest"),
      agent: agentRow(row),
    })),
  };
}

/** How many runs requested since `since` (`YYYY-MM-DD`) failed or expired. */
export async function failedRuns(store: Store, { since, ...scope }: AgentScope & { since: string }): Promise<number> {
  const [row] = await store.database
    .select({ failed: count() })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .where(and(inScope(scope), gte(runs.createdAt, since), inArray(runs.status, ["ERROR", "EXPIRED"])));
  return row?.failed ?? 0;
}

const Day = z.object({ day: z.string(), tokens: z.string().nullable(), unknown: z.string() });

/** Tokens of the runs requested since `since` (`YYYY-MM-DD`), by UTC day. */
export async function tokensByDay(
  store: Store,
  { since, ...scope }: AgentScope & { since: string },
): Promise<{ days: ReadonlyMap<string, number>; unknownRuns: number }> {
  const { rows } = await store.database.execute(sql`
    select left(r.created_at, 10) as day, sum(r.total_tokens)::text as tokens,
      count(*) filter (where r.total_tokens is null)::text as unknown
    from ${runs} r join ${agents} on ${agents.id} = r.agent_id
    where ${inScope(scope)} and r.created_at >= ${since}
    group by 1`);
  const days = z.array(Day).parse(rows);
  return {
    days: new Map(days.map(({ day, tokens }) => [day, Number(tokens ?? 0)])),
    unknownRuns: days.reduce((sum, { unknown }) => sum + Number(unknown), 0),
  };
}
