import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { BudgetLevel } from "@/lib/contract/dashboard/budgets/budget-values";
import type { NotificationFacts } from "@/lib/model/notifications/notification";
import { ownersOf } from "./agent-notifications";
import { budgetCancels, budgetEvents, budgets } from "./budget-schema";
import { concerns, readOwnedSubjects } from "./budget-usage";
import type { BudgetRow } from "./budgets";
import { recordNotification } from "./record-notification";
import { users } from "./schema";
import type { Store } from "./store";

/** A budget at or over a line. */
export interface BudgetCrossing {
  budget: BudgetRow;
  /** The period or the agent. */
  subject: string;
  level: Exclude<BudgetLevel, "ok">;
  source: string;
  facts: NotificationFacts;
}

/** Crossings that aren't recorded yet. */
export async function unrecorded({ database }: Store, crossings: readonly BudgetCrossing[]): Promise<BudgetCrossing[]> {
  const recorded = await database
    .select({ id: budgetEvents.budgetId, subject: budgetEvents.subject, kind: budgetEvents.kind })
    .from(budgetEvents)
    .innerJoin(budgets, and(eq(budgets.id, budgetEvents.budgetId), eq(budgets.revision, budgetEvents.revision)));
  const keys = new Set(recorded.map(({ id, subject, kind }) => `${id} ${kind} ${subject}`));
  return crossings.filter(({ budget, subject, level }) => !keys.has(`${budget.id} ${level} ${subject}`));
}

/**
 * Records a crossing and notifies affected users, once among all processes. Nothing is recorded if the budget was
 * changed after it was read. A budget that is reached without a warning before sends no warning afterward.
 */
export async function recordCrossing({ database }: Store, crossing: BudgetCrossing, now: Date): Promise<boolean> {
  const { budget, subject, level, facts } = crossing;
  const { id, revision } = budget;
  return database.transaction(async (tx) => {
    const [current] = await tx.select().from(budgets).where(eq(budgets.id, id)).for("update");
    if (current?.revision !== revision) return false;
    const kinds = level === "reached" ? (["reached", "warning"] as const) : (["warning"] as const);
    const added = await tx
      .insert(budgetEvents)
      .values(kinds.map((kind) => ({ budgetId: id, revision, subject, kind, at: now })))
      .onConflictDoNothing()
      .returning({ kind: budgetEvents.kind });
    if (!added.some(({ kind }) => kind === level)) return false;
    const owners = await recipientsOf(tx, crossing);
    const event = { key: `budget-${level}:${id}:${revision}:${subject}`, type: `budget.${level}` as const };
    await recordNotification(tx, { ...event, at: now, facts, owners, onlyOwners: true }, now);
    return true;
  });
}

/** The users who can see the budget. */
async function recipientsOf(
  tx: Pick<Store["database"], "select" | "selectDistinct">,
  { budget, source }: BudgetCrossing,
): Promise<string[]> {
  const everyone = await tx.select({ id: users.id, role: users.role }).from(users);
  if (budget.scope === "team") return everyone.map(({ id }) => id);
  const admins = everyone.filter(({ role }) => role === "admin").map(({ id }) => id);
  if (budget.scope === "user") return [...admins, ...(budget.userId === null ? [] : [budget.userId])];
  if (budget.agentId !== null) return [...admins, ...(await ownersOf(tx, [budget.agentId]))];
  const owned = (await readOwnedSubjects(tx, source)).filter((agent) => concerns(budget, agent));
  return [...admins, ...owned.flatMap(({ ownerId }) => ownerId ?? [])];
}

/** Deletes events of earlier revisions and of periods that have ended. */
export async function deleteOldBudgetEvents({ database }: Store, before: Date): Promise<void> {
  await database.delete(budgetEvents).where(
    and(
      lt(budgetEvents.at, before),
      // Budgets per agent don't reset.
      sql`exists (select 1 from ${budgets} b where b.id = ${budgetEvents.budgetId} and (b.period <> 'agent' or b.revision <> ${budgetEvents.revision}))`,
    ),
  );
  await database.delete(budgetCancels).where(lt(budgetCancels.claimedAt, before));
}

/** Longer than a cancel can take: older claims are of processes that have ended. */
const claimMs = 60_000;

/**
 * Claims a run for cancellation, in only one of the processes that share the database. `settled`: it was canceled before;
 * `pending`: another process is canceling it.
 */
export async function claimCancel(
  { database }: Store,
  { agentId, runId }: { agentId: string; runId: string },
  now: Date,
): Promise<"claimed" | "settled" | "pending"> {
  const claimed = await database
    .insert(budgetCancels)
    .values({ agentId, runId, claimedAt: now })
    .onConflictDoUpdate({
      target: [budgetCancels.agentId, budgetCancels.runId],
      set: { claimedAt: now },
      setWhere: and(isNull(budgetCancels.settledAt), lt(budgetCancels.claimedAt, new Date(now.getTime() - claimMs))),
    })
    .returning({ runId: budgetCancels.runId });
  if (claimed.length > 0) return "claimed";
  const [row] = await database.select().from(budgetCancels).where(isRun({ agentId, runId }));
  return row?.settledAt ? "settled" : "pending";
}

const isRun = ({ agentId, runId }: { agentId: string; runId: string }) =>
  and(eq(budgetCancels.agentId, agentId), eq(budgetCancels.runId, runId));

/** Stores that a claimed run is canceled or has ended. */
export async function settleCancel(
  { database }: Store,
  { agentId, runId }: { agentId: string; runId: string },
  at: Date,
): Promise<void> {
  await database.update(budgetCancels).set({ settledAt: at }).where(isRun({ agentId, runId }));
}
