import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Agent, AgentListEntry } from "@/lib/contract/agents/agent";
import { isTerminal, type Run } from "@/lib/contract/agents/run";
import type { recordedFacts } from "@/lib/model/transcript/recorded-facts";
import { notifyOfAgent, notifyOfQuestion } from "./agent-notifications";
import { budgets } from "./budget-schema";
import { forgetRemovedRuns, keepRemovedRuns } from "./budget-usage";
import { followUpQueues, followUps } from "./follow-up-schema";
import { agents, numberedRuns, recordings, removedAgents, runs } from "./index-schema";
import { agentProfiles, launches } from "./schema";
import type { Store } from "./store";

export type Transaction = Parameters<Parameters<Store["database"]["transaction"]>[0]>[0];

const changesLock = 7_150_003;

/** Returns a new change number. */
export const nextChange = sql`nextval('agent_changes')`;

/**
 * Changes agents, one transaction at a time. A reader that has seen change number 7 never misses 6, because
 * numbers become visible in order.
 */
export function withChanges<T>(store: Store, change: (tx: Transaction) => Promise<T>): Promise<T> {
  return store.database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${changesLock})`);
    return change(tx);
  });
}

/** Stores list entries read at `readAt`. Returns how many are new or changed. */
export async function saveEntries(
  store: Store,
  options: { source: string; entries: readonly AgentListEntry[]; pass: number; readAt: Date },
): Promise<number> {
  const { source, pass, readAt } = options;
  if (options.entries.length === 0) return 0;
  return withChanges(store, async (tx) => {
    const ids = options.entries.map(({ id }) => id);
    const deleted = await tx.select().from(removedAgents).where(inArray(removedAgents.id, ids));
    // A response requested before the agent was deleted must not restore it.
    const deletedSince = new Set(deleted.filter(({ removedAt }) => removedAt >= readAt).map(({ id }) => id));
    const known = await tx
      .select({ id: agents.id, entry: agents.entry })
      .from(agents)
      .where(and(eq(agents.source, source), inArray(agents.id, ids)));
    const entryOf = new Map(known.map(({ id, entry }) => [id, JSON.stringify(sorted(entry))]));
    const byId = new Map(options.entries.filter(({ id }) => !deletedSince.has(id)).map((entry) => [entry.id, entry]));
    const changed = [...byId.values()].filter((entry) => entryOf.get(entry.id) !== JSON.stringify(sorted(entry)));
    if (changed.length > 0) {
      await tx
        .insert(agents)
        .values(
          changed.map((entry) => ({
            id: entry.id,
            source,
            entry,
            createdAt: entry.createdAt,
            updatedAt: entry.updatedAt,
            latestRunId: entry.latestRunId,
            pass,
            change: nextChange,
          })),
        )
        .onConflictDoUpdate({
          target: agents.id,
          set: {
            source,
            entry: sql`excluded.entry`,
            createdAt: sql`excluded.created_at`,
            updatedAt: sql`excluded.updated_at`,
            latestRunId: sql`excluded.latest_run_id`,
            pass,
            change: sql`excluded.change`,
            retryAt: null,
            failures: 0,
          },
        });
      const back = changed.map(({ id }) => id);
      await tx.delete(removedAgents).where(inArray(removedAgents.id, back));
      await forgetRemovedRuns(tx, back);
    }
    const same = [...byId.keys()].filter((id) => entryOf.has(id));
    if (same.length > 0) await tx.update(agents).set({ pass }).where(inArray(agents.id, same));
    return changed.length;
  });
}

/** The database returns JSON objects with reordered keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

/** The columns of an agent's latest run. */
function latestRun(run: Run) {
  return {
    runId: run.id,
    runStatus: run.status,
    runUpdatedAt: run.updatedAt,
    runCreatedAt: run.createdAt,
    runDurationMs: run.durationMs ?? null,
    runErrorCode: run.error?.code ?? null,
    runQuestionId: run.question?.id ?? null,
    // Recorded before the run's end was indexed, or later; see `saveRunFacts`.
    runFailedSteps: sql`(select failed_steps from recordings where agent_id = ${run.agentId} and run_id = ${run.id})`,
    runPlan: sql`(select plan from recordings where agent_id = ${run.agentId} and run_id = ${run.id})`,
  };
}

/** Stores what the recording of a run says about its end. */
export async function saveRunFacts(
  store: Store,
  { agentId, runId, failedSteps, plan }: { agentId: string; runId: string } & ReturnType<typeof recordedFacts>,
): Promise<void> {
  await withChanges(store, async (tx) => {
    const run = and(eq(recordings.agentId, agentId), eq(recordings.runId, runId));
    await tx.update(recordings).set({ failedSteps, plan }).where(run);
    await tx
      .update(agents)
      .set({ runFailedSteps: failedSteps, runPlan: plan, change: nextChange })
      .where(and(eq(agents.id, agentId), eq(agents.runId, runId)));
  });
}

export type Launcher = NonNullable<typeof agents.$inferSelect.launcher>;

/** Whether it is unknown who launched an agent. */
export async function lacksLauncher({ database }: Store, agentId: string): Promise<boolean> {
  const [row] = await database
    .select({ launcher: agents.launcher, launch: launches.agentId })
    .from(agents)
    .leftJoin(launches, eq(launches.agentId, agents.id))
    .where(eq(agents.id, agentId));
  return row !== undefined && row.launcher === null && row.launch === null;
}

/** Stores an individually fetched agent. */
export async function saveDetail(
  store: Store,
  options: { agent: Agent; runs: readonly Run[]; at: Date; launcher?: Launcher | undefined },
): Promise<void> {
  const { agent, runs: known, at, launcher } = options;
  const { repos, git, repositoryIds, viewerAccess: _access, workOnCurrentBranch: _branch, ...rest } = agent;
  const { autoCreatePR: _pr, ...entry } = rest;
  const latest = known.find(({ id }) => id === agent.latestRunId);
  await withChanges(store, async (tx) => {
    const [before] = await tx.select().from(agents).where(eq(agents.id, agent.id));
    if (!before) return;
    const stored = await tx.select().from(runs).where(eq(runs.agentId, agent.id));
    await tx
      .update(agents)
      .set({
        entry,
        updatedAt: agent.updatedAt,
        latestRunId: agent.latestRunId,
        repositoryIds: repositoryIds ?? null,
        repos: repos.map(({ url, prUrl }) => ({ url, prUrl })),
        branches: git?.branches ?? [],
        // Without a pull request there is no state to fetch.
        pullCheckedAt: [...repos, ...(git?.branches ?? [])].some(({ prUrl }) => prUrl !== undefined) ? null : at,
        ...(latest ? latestRun(latest) : {}),
        ...(launcher ? { launcher } : {}),
        detailFor: agent.updatedAt,
        runsFor: agent.updatedAt,
        checkedAt: at,
        failures: 0,
        retryAt: null,
        change: nextChange,
      })
      .where(eq(agents.id, agent.id));
    const statuses = new Map(stored.map(({ id, status }) => [id, status]));
    const read = { runs: known, latest, known: statuses, branches: git?.branches ?? [] };
    await notifyOfAgent(tx, before, read, at);
    if (known.length === 0) return;
    await tx
      .insert(runs)
      .values(
        known.map((run) => ({
          agentId: agent.id,
          id: run.id,
          status: run.status,
          createdAt: run.createdAt,
          updatedAt: run.updatedAt,
        })),
      )
      .onConflictDoUpdate({
        target: [runs.agentId, runs.id],
        set: {
          status: sql`excluded.status`,
          updatedAt: sql`excluded.updated_at`,
        },
      });
  });
}

/** Stores the individually fetched state of an agent's latest run. Returns true if the run has ended since. */
export async function saveLatestRun(store: Store, run: Run, at: Date): Promise<boolean> {
  return withChanges(store, async (tx) => {
    const [before] = await tx.select().from(agents).where(eq(agents.id, run.agentId));
    if (!before) return false;
    const hasEnded = before.runStatus !== run.status || before.runId !== run.id;
    const changed = hasEnded || before.runQuestionId !== (run.question?.id ?? null);
    await tx
      .update(agents)
      .set({
        ...latestRun(run),
        checkedAt: at,
        ...(changed ? { change: nextChange } : {}),
      })
      .where(eq(agents.id, run.agentId));
    await notifyOfQuestion(tx, before, run, at);
    return hasEnded && isTerminal(run.status);
  });
}

/** Deletes an agent and all its data; its id remains so change readers see the deletion. */
export async function removeAgent(store: Store, options: { id: string; source: string; at: Date }): Promise<void> {
  await withChanges(store, async (tx) => {
    await keepRemovedRuns(tx, options.id);
    await tx.delete(budgets).where(eq(budgets.agentId, options.id));
    // Runs, recordings and events are deleted by cascade.
    await tx.delete(recordings).where(eq(recordings.agentId, options.id));
    await tx.delete(agents).where(eq(agents.id, options.id));
    await tx.delete(numberedRuns).where(eq(numberedRuns.agentId, options.id));
    await tx.delete(agentProfiles).where(eq(agentProfiles.agentId, options.id));
    await tx.delete(launches).where(eq(launches.agentId, options.id));
    await tx.delete(followUps).where(eq(followUps.agentId, options.id));
    await tx.delete(followUpQueues).where(eq(followUpQueues.agentId, options.id));
    const row = { source: options.source, removedAt: options.at, change: nextChange };
    await tx
      .insert(removedAgents)
      .values({ id: options.id, ...row })
      .onConflictDoUpdate({ target: removedAgents.id, set: row });
  });
}

/** Postpones an agent that couldn't be read until `retryAt`. */
export async function postponeAgent(store: Store, id: string, retryAt: Date): Promise<void> {
  await store.database
    .update(agents)
    .set({ retryAt, failures: sql`${agents.failures} + 1` })
    .where(eq(agents.id, id));
}

/** Agents older than the pass that it didn't include. */
export async function agentsMissedByPass(
  store: Store,
  options: { source: string; pass: number; before: string; limit: number },
): Promise<string[]> {
  const rows = await store.database
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.source, options.source), lt(agents.pass, options.pass), lt(agents.createdAt, options.before)))
    .limit(options.limit);
  return rows.map(({ id }) => id);
}

export async function markSeen(store: Store, id: string, pass: number): Promise<void> {
  await store.database.update(agents).set({ pass }).where(eq(agents.id, id));
}

/** Deletes the ids of agents removed before `before`, since no reader is that far behind. */
export async function deleteOldRemovals(store: Store, before: Date): Promise<void> {
  await store.database.delete(removedAgents).where(lt(removedAgents.removedAt, before));
}
