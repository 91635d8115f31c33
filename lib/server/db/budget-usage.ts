import { and, eq, gte, inArray, lt, notInArray, sql } from "drizzle-orm";
import { terminalStatuses } from "@/lib/contract/agents/terminal";
import type { UsageRow } from "@/lib/model/budgets/budget-use";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { parsePullAddress } from "@/lib/model/pull-address";
import { isOwner } from "./agent-owner";
import { automationFirings } from "./automation-schema";
import { removedRuns } from "./budget-schema";
import type { BudgetRow } from "./budgets";
import { agents, runs } from "./index-schema";
import { launches, users } from "./schema";
import type { Store } from "./store";

/** What decides which budgets an agent counts toward. */
export interface BudgetSubject {
  agentId: string | undefined;
  /** The user who launched it. */
  ownerId: string | null;
  repos: readonly { url: string; prUrl?: string | undefined }[] | null;
  /** The automation that launched it. */
  automationId: string | null;
}

export type BudgetUsageRow = UsageRow & BudgetSubject & { agentId: string };

/** With a pull request, runs work on its repository, regardless of the other URL. */
const hasRepository = (repos: BudgetSubject["repos"], repository: string): boolean =>
  (repos ?? []).some(({ url, prUrl }) => {
    const pull = prUrl === undefined ? undefined : parsePullAddress(prUrl);
    const names = [repositoryName(url), ...(pull ? [`${pull.ownerSlug}/${pull.repoName}`] : [])];
    return names.some((name) => name.toLowerCase() === repository);
  });

type BudgetTarget = Pick<BudgetRow, "scope" | "userId" | "repository" | "agentId" | "automationId">;

/** Whether an agent counts toward a budget. */
export function concerns(budget: BudgetTarget, { agentId, ownerId, repos, automationId }: BudgetSubject): boolean {
  switch (budget.scope) {
    case "team":
      return true;
    case "user":
      return ownerId !== null && ownerId === budget.userId;
    case "repository":
      return hasRepository(repos, budget.repository ?? "");
    case "automation":
      return automationId !== null && automationId === budget.automationId;
    case "agent":
      return agentId === budget.agentId;
  }
}

/** The automation that launched an agent. */
const automationId = sql<
  string | null
>`(select ${automationFirings.automationId}::text from ${automationFirings} where ${automationFirings.agentId} = ${agents.id} limit 1)`;

const sumOf = (column: typeof runs.inputTokens | typeof removedRuns.inputTokens) =>
  sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);

const countsOf = (table: typeof runs | typeof removedRuns) => ({
  inputTokens: sumOf(table.inputTokens),
  outputTokens: sumOf(table.outputTokens),
  cacheWriteTokens: sumOf(table.cacheWriteTokens),
  cacheReadTokens: sumOf(table.cacheReadTokens),
  unknownRuns: sql<number>`count(*) filter (where ${table.totalTokens} is null)`.mapWith(Number),
});

interface UsageFilter {
  source: string;
  /** Runs created on this UTC day or later; `undefined` for all. */
  from: string | undefined;
  /** Only of this agent. */
  agentId?: string | undefined;
}

const withTotal = <Row extends Omit<BudgetUsageRow, "totalTokens">>(row: Row) => ({
  ...row,
  totalTokens: row.inputTokens + row.outputTokens + row.cacheWriteTokens + row.cacheReadTokens,
});

/** Usage by agent. Deleted agents are included for periods, but not for all time. */
export async function readBudgetUsage(
  { database }: Pick<Store, "database">,
  { source, from: since, agentId }: UsageFilter,
): Promise<BudgetUsageRow[]> {
  const live = await database
    .select({
      agentId: agents.id,
      agentName: sql<string>`${agents.entry} ->> 'name'`,
      ownerId: sql<string | null>`${users.id}::text`,
      repos: agents.repos,
      automationId,
      model: sql<string | null>`${launches.fields} ->> 'model'`,
      ...countsOf(runs),
    })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .leftJoin(launches, eq(launches.agentId, agents.id))
    .leftJoin(users, isOwner)
    .where(
      and(
        eq(agents.source, source),
        since === undefined ? undefined : gte(runs.createdAt, since),
        agentId === undefined ? undefined : eq(agents.id, agentId),
      ),
    )
    .groupBy(agents.id, launches.agentId, users.id);
  if (since === undefined) return live.map(withTotal);
  const { agentName, ownerId, repos, model, automationId: launchedBy } = removedRuns;
  const deleted = await database
    .select({
      agentId: removedRuns.agentId,
      agentName,
      ownerId,
      repos,
      model,
      automationId: launchedBy,
      ...countsOf(removedRuns),
    })
    .from(removedRuns)
    .where(and(eq(removedRuns.source, source), gte(removedRuns.createdAt, since)))
    .groupBy(removedRuns.agentId, agentName, ownerId, repos, model, launchedBy);
  return [...live, ...deleted].map(withTotal);
}

/** An agent as its budgets see it; without owner and repositories while it isn't indexed. */
export async function readBudgetSubject({ database }: Store, agentId: string): Promise<BudgetSubject> {
  const [row] = await database
    .select({ ownerId: sql<string | null>`${users.id}::text`, repos: agents.repos, automationId })
    .from(agents)
    .leftJoin(launches, eq(launches.agentId, agents.id))
    .leftJoin(users, isOwner)
    .where(eq(agents.id, agentId));
  if (row) return { agentId, ...row };
  const [launch] = await database.select().from(launches).where(eq(launches.agentId, agentId));
  const [firing] = await database.select().from(automationFirings).where(eq(automationFirings.agentId, agentId));
  return { agentId, ownerId: launch?.launchedBy ?? null, repos: null, automationId: firing?.automationId ?? null };
}

/** The repositories of the newest agent in a named environment: an environment defines them. */
export async function readEnvironmentRepos(
  { database }: Store,
  { source, name }: { source: string; name: string },
): Promise<BudgetSubject["repos"]> {
  const [row] = await database
    .select({ repos: agents.repos })
    .from(agents)
    .where(
      and(
        eq(agents.source, source),
        sql`${agents.entry} -> 'env' ->> 'type' = 'cloud'`,
        sql`${agents.entry} -> 'env' ->> 'name' = ${name}`,
        sql`${agents.repos} is not null`,
      ),
    )
    .orderBy(sql`${agents.createdAt} desc`)
    .limit(1);
  return row?.repos ?? null;
}

/** The agents a user launched. */
export async function readSubjectsOf(
  { database }: Store,
  { source, userId }: { source: string; userId: string },
): Promise<BudgetSubject[]> {
  const rows = await database
    .select({ agentId: agents.id, repos: agents.repos, automationId })
    .from(agents)
    .leftJoin(launches, eq(launches.agentId, agents.id))
    .innerJoin(users, isOwner)
    .where(and(eq(agents.source, source), eq(users.id, userId)));
  return rows.map((row) => ({ ...row, ownerId: userId }));
}

/** The agents with owners. */
export async function readOwnedSubjects(
  database: Pick<Store["database"], "select">,
  source: string,
): Promise<BudgetSubject[]> {
  return database
    .select({ agentId: agents.id, ownerId: sql<string | null>`${users.id}::text`, repos: agents.repos, automationId })
    .from(agents)
    .leftJoin(launches, eq(launches.agentId, agents.id))
    .innerJoin(users, isOwner)
    .where(eq(agents.source, source));
}

export interface ActiveRun extends BudgetSubject {
  agentId: string;
  runId: string;
}

/** The active run of each agent that has one. */
export async function readActiveRuns({ database }: Store, source: string): Promise<ActiveRun[]> {
  return database
    .select({
      agentId: agents.id,
      runId: agents.latestRunId,
      ownerId: sql<string | null>`${users.id}::text`,
      repos: agents.repos,
      automationId,
    })
    .from(agents)
    .leftJoin(launches, eq(launches.agentId, agents.id))
    .leftJoin(users, isOwner)
    .where(
      and(
        eq(agents.source, source),
        eq(agents.runId, agents.latestRunId),
        notInArray(agents.runStatus, [...terminalStatuses]),
      ),
    );
}

/** Deletes usage of deleted agents that no period includes. */
export async function deleteRemovedRuns({ database }: Store, before: Date): Promise<void> {
  await database.delete(removedRuns).where(lt(removedRuns.createdAt, before.toISOString()));
}

type Transaction = Parameters<Parameters<Store["database"]["transaction"]>[0]>[0];

/** Keeps the usage of an agent that is about to be deleted. */
export async function keepRemovedRuns(tx: Transaction, agentId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${removedRuns} (agent_id, id, source, agent_name, created_at, owner_id, repos, model, input_tokens,
      output_tokens, cache_write_tokens, cache_read_tokens, total_tokens, automation_id)
    select ${agents.id}, ${runs.id}, ${agents.source}, coalesce(${agents.entry} ->> 'name', ''), ${runs.createdAt},
      ${users.id}::text, ${agents.repos}, ${launches.fields} ->> 'model', ${runs.inputTokens}, ${runs.outputTokens},
      ${runs.cacheWriteTokens}, ${runs.cacheReadTokens}, ${runs.totalTokens},
      ${automationId}
    from ${runs} join ${agents} on ${agents.id} = ${runs.agentId}
    left join ${launches} on ${launches.agentId} = ${agents.id}
    left join ${users} on ${isOwner}
    where ${agents.id} = ${agentId}
    on conflict do nothing`);
}

/** Forgets the kept usage of agents that exist after all. */
export async function forgetRemovedRuns(tx: Transaction, agentIds: string[]): Promise<void> {
  await tx.delete(removedRuns).where(inArray(removedRuns.agentId, agentIds));
}
