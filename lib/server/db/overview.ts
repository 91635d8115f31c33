import { and, asc, count, desc, eq, gte, inArray, isNotNull, ne, not, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { type AttentionStatus, attentionStatuses } from "@/lib/contract/dashboard/agents/get-overview";
import { agentRanks } from "@/lib/model/inbox/attention-ranks";
import { rowStatusKind } from "@/lib/model/status/row-status";
import { agentRow, selectAgents } from "./agent-rows";
import { type AgentScope, inScope } from "./agent-scope";
import { agents, runs } from "./index-schema";
import { inboxReads, users } from "./schema";
import type { Store } from "./store";

const terminal = ["FINISHED", "ERROR", "CANCELLED", "EXPIRED"];
const isCurrent = eq(agents.runId, agents.latestRunId);

/** Agents that aren't archived. */
const isListed = ne(sql`${agents.entry}->>'status'`, "ARCHIVED");

/** A new run of a pool or machine waits until a worker takes it. */
const isQueued = sql`(${agents.runStatus} = 'CREATING' and ${agents.entry}->'env'->>'type' <> 'cloud')`;

/** The agent waits for the user's answer. */
const asks = sql`(${agents.runStatus} = 'RUNNING' and ${agents.runQuestionId} is not null)`;

const hasPullRequest = sql`(jsonb_path_exists(coalesce(${agents.branches}, '[]'), '$[*].prUrl') or jsonb_path_exists(coalesce(${agents.repos}, '[]'), '$[*].prUrl'))`;

/** One of its open pull requests that isn't a draft fulfills a condition of SQL/JSON path. */
const somePull = (condition: string) =>
  sql`jsonb_path_exists(${agents.pulls}, ${sql.raw(`'$[*] ? (@.state == "open" && @.draft == false && ${condition})'`)})`;

/** As `statusKind`; null if the agent needs nothing. */
const attentionStatus = sql<AttentionStatus | null>`case
  when ${isQueued} then 'queued'
  when ${asks} then 'input'
  when ${agents.runStatus} = 'ERROR' then 'failed'
  when ${agents.runStatus} = 'EXPIRED' then 'expired'
  when ${agents.runStatus} is distinct from 'FINISHED' then null
  when ${agents.runPlan} then 'plan'
  when not ${hasPullRequest} then null
  when coalesce(jsonb_array_length(${agents.pulls}), 0) = 0 then 'finished'
  when ${somePull('@.checks == "failed"')} then 'checks'
  when ${somePull('@.review == "changes_requested"')} then 'changes'
  when ${somePull('@.mergeability == "conflict"')} then 'conflict'
  when ${somePull('!(@.review == "approved" && @.mergeability == "mergeable")')} then 'review'
end`;

const ranks = sql.join(
  Object.entries(agentRanks).map(([status, rank]) => sql.raw(`when '${status}' then ${rank}`)),
  sql` `,
);
const urgency = sql`case ${attentionStatus} ${ranks} end`;

/** Agents whose latest run is under way, most recently updated first. Queued runs and those that wait for an answer aren't. */
export async function runningAgents(
  store: Store,
  options: AgentScope & { limit: number },
): Promise<{ total: number; rows: AgentRow[] }> {
  const where = and(inScope(options), isCurrent, notInArray(agents.runStatus, terminal), not(isQueued), not(asks));
  const [total] = await store.database.select({ agents: count() }).from(agents).where(where);
  const rows = await selectAgents(store.database).where(where).orderBy(desc(agents.updatedAt)).limit(options.limit);
  return { total: total?.agents ?? 0, rows: rows.map((row) => agentRow(row)) };
}

/** Agents that wait for a worker, those that wait longest first. */
export async function queuedAgents(store: Store, options: AgentScope & { limit: number }): Promise<AgentRow[]> {
  const rows = await selectAgents(store.database)
    .where(and(inScope(options), isCurrent, isListed, isQueued))
    .orderBy(asc(agents.runCreatedAt), asc(agents.id))
    .limit(options.limit);
  return rows.map((row) => agentRow(row));
}

/** Whether a user marked an agent as read, with its status, since it changed. The key is that of `inboxItems`. */
const isRead = (userId: string) => sql`exists (
  select from ${inboxReads}
  where ${inboxReads.userId} = ${userId}
    and ${inboxReads.key} = 'agent:' || ${agents.id} || '/' || ${attentionStatus}
    and ${inboxReads.readAt} >= ${agents.updatedAt}::timestamptz)`;

interface AttentionOptions extends AgentScope {
  /** Older failures don't count, ISO 8601. */
  since: string;
  /** The queued agents that need a user; by default all. */
  blocked?: readonly string[] | undefined;
  limit: number;
}

interface AgentsNeedingAttention {
  total: number;
  /** The viewer's unread ones, then the most urgent ones, then the viewer's own, then the most recently updated ones. */
  items: { status: AttentionStatus; agent: AgentRow }[];
  /** How many agents have a status, whether or not they count. */
  counts: { status: AttentionStatus; agents: number }[];
}

/** Agents that need attention and aren't archived. */
export async function agentsNeedingAttention(store: Store, options: AttentionOptions): Promise<AgentsNeedingAttention> {
  const { since, blocked, limit, viewer } = options;
  const isBlocked = blocked === undefined ? sql`true` : inArray(agents.id, [...blocked]);
  const isRecent = gte(agents.updatedAt, since);
  const needsUser = sql`(case ${agents.runStatus} when 'CREATING' then ${isBlocked} when 'ERROR' then ${isRecent} when 'EXPIRED' then ${isRecent} else true end)`;
  const where = and(inScope(options), isCurrent, isListed, isNotNull(attentionStatus));
  const counted = await store.database
    .select({
      status: attentionStatus,
      agents: count(),
      needing: sql`count(*) filter (where ${needsUser})`.mapWith(Number),
    })
    .from(agents)
    .where(where)
    .groupBy(attentionStatus);
  const unreadFirst = viewer ? [isRead(viewer.id)] : [];
  const ownFirst = viewer ? [sql`${users.id} is distinct from ${viewer.id}`] : [];
  const rows = await selectAgents(store.database)
    .where(and(where, needsUser))
    .orderBy(...unreadFirst, urgency, ...ownFirst, desc(agents.updatedAt))
    .limit(limit);
  const items = rows.flatMap((row) => {
    const agent = agentRow(row, viewer?.id);
    const kind = rowStatusKind(agent);
    const status = attentionStatuses.find((each) => each === kind);
    return status === undefined ? [] : [{ status, agent }];
  });
  return {
    total: counted.reduce((sum, { needing }) => sum + needing, 0),
    items,
    counts: counted.flatMap(({ status, agents: all }) => (status === null ? [] : [{ status, agents: all }])),
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
