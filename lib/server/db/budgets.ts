import { asc, count, eq, sql } from "drizzle-orm";
import { type BudgetBody, type BudgetScope, maxBudgets } from "@/lib/contract/dashboard/budgets/budget";
import { automations } from "./automation-schema";
import { budgets } from "./budget-schema";
import { agents } from "./index-schema";
import { agentProfiles, users } from "./schema";
import type { Store } from "./store";

export type BudgetRow = typeof budgets.$inferSelect;

/** A budget with the name of its user, repository, automation or agent. */
export interface NamedBudget {
  budget: BudgetRow;
  label: string;
}

const budgetsLock = 7_150_030;

function columns({ scope, ...rest }: BudgetBody, currency: string | null) {
  return {
    ...rest,
    scope: scope.kind,
    userId: scope.kind === "user" ? scope.userId : null,
    repository: scope.kind === "repository" ? scope.repository : null,
    agentId: scope.kind === "agent" ? scope.agentId : null,
    automationId: scope.kind === "automation" ? scope.automationId : null,
    currency: rest.unit === "money" ? currency : null,
  };
}

/** The scope of a stored budget. */
export function scopeOf({ scope, userId, repository, agentId, automationId }: BudgetRow): BudgetScope {
  if (scope === "user" && userId !== null) return { kind: scope, userId };
  if (scope === "repository" && repository !== null) return { kind: scope, repository };
  if (scope === "automation" && automationId !== null) return { kind: scope, automationId };
  if (scope === "agent" && agentId !== null) return { kind: scope, agentId };
  return { kind: "team" };
}

export async function hasBudgets({ database }: Store): Promise<boolean> {
  return (await database.select({ id: budgets.id }).from(budgets).limit(1)).length > 0;
}

/** All budgets, oldest first. */
export async function readBudgets({ database }: Pick<Store, "database">): Promise<NamedBudget[]> {
  const label = sql<string>`coalesce(${users.displayName}, ${budgets.repository}, ${automations.name}, ${agentProfiles.name}, ${agents.entry} ->> 'name', ${budgets.agentId}, '')`;
  return database
    .select({ budget: budgets, label })
    .from(budgets)
    .leftJoin(users, eq(users.id, budgets.userId))
    .leftJoin(automations, eq(automations.id, budgets.automationId))
    .leftJoin(agents, eq(agents.id, budgets.agentId))
    .leftJoin(agentProfiles, eq(agentProfiles.agentId, budgets.agentId))
    .orderBy(asc(budgets.createdAt), asc(budgets.id));
}

/** Adds a budget. Returns false if there are too many. */
export async function insertBudget(
  { database }: Store,
  { id, body, currency, createdAt }: { id: string; body: BudgetBody; currency: string | null; createdAt: Date },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${budgetsLock})`);
    const [existing] = await tx.select({ budgets: count() }).from(budgets);
    if ((existing?.budgets ?? 0) >= maxBudgets) return false;
    await tx.insert(budgets).values({ id, ...columns(body, currency), createdAt });
    return true;
  });
}

/** Replaces a budget. Returns false if it doesn't exist. */
export async function replaceBudget(
  { database }: Store,
  { id, body, currency }: { id: string; body: BudgetBody; currency: string | null },
): Promise<boolean> {
  const changed = await database
    .update(budgets)
    .set({ ...columns(body, currency), revision: sql`${budgets.revision} + 1` })
    .where(eq(budgets.id, id))
    .returning({ id: budgets.id });
  return changed.length > 0;
}

/** Deletes a budget. Returns false if it doesn't exist. */
export async function removeBudget({ database }: Store, id: string): Promise<boolean> {
  const removed = await database.delete(budgets).where(eq(budgets.id, id)).returning({ id: budgets.id });
  return removed.length > 0;
}
