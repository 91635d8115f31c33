import { and, count, eq, lt, sql } from "drizzle-orm";
import { terminalStatuses } from "@/lib/contract/agents/terminal";
import { maxFailures } from "@/lib/contract/dashboard/automations/automation-values";
import { counted } from "@/lib/model/plural";
import { automationFirings, automations } from "./automation-schema";
import { type AutomationRow, type AutomationTransaction, lockAutomation, ownerProblem, pause } from "./automations";
import { agents } from "./index-schema";
import { users } from "./schema";
import type { Store } from "./store";
import type { UserRow } from "./users";

export type FiringRow = typeof automationFirings.$inferSelect;

/** A firing that this process launches. */
export interface ClaimedFiring {
  firing: FiringRow;
  automation: AutomationRow;
  /** Null if it was deleted meanwhile, which only happens to uncertain firings. */
  owner: UserRow | null;
  /** An earlier attempt may have launched the agent. */
  uncertain: boolean;
}

/** An agent that the index doesn't have after this time was deleted. */
const indexedWithinMs = 10 * 60_000;

const isActive = sql`(${automationFirings.state} = 'launching'
  or (${automationFirings.state} = 'launched' and ${automationFirings.endedAt} is null))`;

/** Notes which agents' first runs have ended, so that they no longer count toward the limit. */
export async function endFinishedFirings({ database }: Store, source: string, now: Date): Promise<void> {
  const ended = sql.join(
    terminalStatuses.map((status) => sql`${status}`),
    sql`, `,
  );
  const deletedBefore = new Date(now.getTime() - indexedWithinMs);
  await database.execute(sql`
    update ${automationFirings} f set ended_at = ${now}::timestamptz, run_status = a.run_status
    from ${agents} a
    where f.state = 'launched' and f.ended_at is null and a.id = f.agent_id and a.source = ${source}
      and a.run_status in (${ended})`);
  await database.execute(sql`
    update ${automationFirings} f set ended_at = ${now}::timestamptz
    where f.state = 'launched' and f.ended_at is null and f.finished_at < ${deletedBefore}::timestamptz
      and not exists (select 1 from ${agents} a where a.id = f.agent_id)`);
}

/** The agents that firings wait for. */
export async function blockingAgents({ database }: Store, source: string, limit: number): Promise<string[]> {
  const { rows } = await database.execute<{ agent_id: string }>(sql`
    select f.agent_id from ${automationFirings} f join ${automations} a on a.id = f.automation_id
    where a.source = ${source} and f.state = 'launched' and f.ended_at is null and f.agent_id is not null
      and exists (select 1 from ${automationFirings} w where w.automation_id = a.id and w.state = 'waiting')
    limit ${limit}`);
  return rows.map(({ agent_id: id }) => id);
}

/** The next firing of each automation that can launch or be skipped, oldest first. */
async function candidates({ database }: Store, source: string, now: Date, limit: number): Promise<string[]> {
  const { rows } = await database.execute<{ id: string }>(sql`
    select f.id from ${automations} a
    cross join lateral (
      select w.id, w.due_at, w.retry_at, w.kind from ${automationFirings} w
      where w.automation_id = a.id and w.state = 'waiting' order by w.number limit 1) f
    where a.source = ${source} and (f.retry_at is null or f.retry_at <= ${now}::timestamptz)
      and (a.paused_at is null or f.kind = 'manual')
      and (a.overflow = 'skip' or a.concurrency_limit > (
        select count(*) from ${automationFirings} r where r.automation_id = a.id
          and (r.state = 'launching' or (r.state = 'launched' and r.ended_at is null))))
    order by f.due_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Firings whose process ended or lost its connection while it launched them. */
async function lost({ database }: Store, source: string, before: Date, limit: number): Promise<string[]> {
  const rows = await database
    .select({ id: automationFirings.id })
    .from(automationFirings)
    .innerJoin(automations, eq(automations.id, automationFirings.automationId))
    .where(
      and(
        eq(automations.source, source),
        eq(automationFirings.state, "launching"),
        isActive,
        lt(automationFirings.claimedAt, before),
      ),
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

export interface ClaimOptions {
  source: string;
  /** Claims older than this are of processes that have ended. */
  lostBefore: Date;
  now: Date;
  limit: number;
  newAgentId: () => string;
}

/** Claims firings for launching, each in only one of the processes that share the database. */
export async function claimFirings(store: Store, options: ClaimOptions): Promise<ClaimedFiring[]> {
  const { source, lostBefore, now, limit } = options;
  const ids = [...(await lost(store, source, lostBefore, limit)), ...(await candidates(store, source, now, limit))];
  const claimed: ClaimedFiring[] = [];
  for (const id of ids.slice(0, limit)) {
    const one = await store.database.transaction((tx) => claim(tx, id, options));
    if (one) claimed.push(one);
  }
  return claimed;
}

async function claim(
  tx: AutomationTransaction,
  id: string,
  { lostBefore, now, newAgentId }: ClaimOptions,
): Promise<ClaimedFiring | undefined> {
  const [found] = await tx
    .select({ automationId: automationFirings.automationId })
    .from(automationFirings)
    .where(eq(automationFirings.id, id));
  const automation = found && (await lockAutomation(tx, found.automationId));
  if (!automation) return undefined;
  const [firing] = await tx.select().from(automationFirings).where(eq(automationFirings.id, id)).for("update");
  if (!firing) return undefined;
  const uncertain = firing.state === "launching" && firing.claimedAt !== null && firing.claimedAt < lostBefore;
  if (!uncertain && firing.state !== "waiting") return undefined;
  // Another process has just tried it.
  if (firing.retryAt !== null && firing.retryAt > now) return undefined;
  const [owner] =
    automation.ownerId === null ? [] : await tx.select().from(users).where(eq(users.id, automation.ownerId));
  // What an earlier attempt may have launched is found even if its owner can no longer launch.
  if (!uncertain) {
    const problem = ownerProblem(owner ?? null);
    if (problem) {
      await pause(tx, automation.id, { reason: problem, now });
      return undefined;
    }
    if (automation.pausedAt !== null && firing.kind !== "manual") return undefined;
    const [active] = await tx
      .select({ firings: count() })
      .from(automationFirings)
      .where(and(eq(automationFirings.automationId, automation.id), isActive));
    if ((active?.firings ?? 0) >= automation.concurrencyLimit) {
      if (automation.overflow === "skip") {
        const running = `${counted(active?.firings ?? 0, "agent")} of this automation`;
        const verb = active?.firings === 1 ? "was" : "were";
        await skip(tx, id, `${running} ${verb} still running (limit ${automation.concurrencyLimit}).`, now);
      }
      return undefined;
    }
  }
  const [row] = await tx
    .update(automationFirings)
    .set({
      state: "launching",
      claimedAt: now,
      retryAt: null,
      problem: null,
      attempts: sql`${automationFirings.attempts} + 1`,
      agentId: firing.agentId ?? newAgentId(),
    })
    .where(eq(automationFirings.id, id))
    .returning();
  return row && { firing: row, automation, owner: owner ?? null, uncertain };
}

async function skip(tx: AutomationTransaction, id: string, problem: string, now: Date): Promise<void> {
  await tx
    .update(automationFirings)
    .set({ state: "skipped", problem, finishedAt: now, event: null })
    .where(eq(automationFirings.id, id));
}

/** The result of a claimed firing. */
export type FiringOutcome =
  | { state: "launched"; agentId: string }
  | { state: "skipped" | "failed"; problem: string }
  /** The agent wasn't launched, and is launched later. */
  | { state: "waiting"; problem: string; retryAt: Date };

async function settle(
  tx: AutomationTransaction,
  claimed: FiringRow,
  automation: Pick<AutomationRow, "id" | "failures">,
  outcome: FiringOutcome,
  now: Date,
): Promise<boolean> {
  const finished = outcome.state === "waiting" ? {} : { finishedAt: now, event: null };
  const settled = await tx
    .update(automationFirings)
    .set({ ...outcome, ...finished })
    .where(
      and(
        eq(automationFirings.id, claimed.id),
        eq(automationFirings.state, "launching"),
        sql`${automationFirings.claimedAt} = ${claimed.claimedAt}`,
      ),
    )
    .returning({ id: automationFirings.id });
  if (settled.length === 0) return false;
  if (outcome.state === "launched")
    await tx.update(automations).set({ failures: 0 }).where(eq(automations.id, automation.id));
  if (outcome.state === "failed") {
    const failures = automation.failures + 1;
    await tx.update(automations).set({ failures }).where(eq(automations.id, automation.id));
    if (failures >= maxFailures) await pause(tx, automation.id, { reason: "failures", now });
  }
  return true;
}

/** Settles a claim once. Returns false if another process has taken it over. */
export async function settleFiring(
  { database }: Store,
  claimed: FiringRow,
  outcome: FiringOutcome,
  now: Date,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const automation = await lockAutomation(tx, claimed.automationId);
    return automation !== undefined && settle(tx, claimed, automation, outcome, now);
  });
}

/** Deletes old firings whose agents no longer exist. Those of agents are needed for loop protection and budgets. */
export async function pruneFirings({ database }: Store, before: Date): Promise<void> {
  await database.execute(sql`
    delete from ${automationFirings} where id in (
      select f.id from ${automationFirings} f
      where f.finished_at < ${before}::timestamptz
        and not exists (select 1 from ${agents} a where a.id = f.agent_id)
      order by f.finished_at limit 5000)`);
}
