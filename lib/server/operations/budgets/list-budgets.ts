import { listBudgets } from "@/lib/contract/dashboard/budgets/list-budgets";
import { budgetStatus, readBudgetUses } from "@/lib/server/budgets/budget-status";
import { budgetParts } from "@/lib/server/budgets/dashboard-budgets";
import { concerns, readSubjectsOf } from "@/lib/server/db/budget-usage";
import { readBudgets } from "@/lib/server/db/budgets";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const listBudgetsOperation = implementOperation(listBudgets, async ({ user }) => {
  const { store, source, now } = await budgetParts();
  const all = await readBudgets(store);
  const launched = user.role === "admin" ? [] : await readSubjectsOf(store, { source, userId: user.id });
  const mine = [{ agentId: undefined, ownerId: user.id, repos: null, automationId: null }, ...launched];
  const visible =
    user.role === "admin" ? all : all.filter(({ budget }) => mine.some((subject) => concerns(budget, subject)));
  const { usages, reading } = await readBudgetUses(store, visible, { source, now });
  const currency = reading.prices?.currency;
  return {
    items: usages.map(({ named, uses }) => budgetStatus(named, uses[0], reading)),
    ...(currency === undefined ? {} : { currency }),
  };
});
