import { updateBudget } from "@/lib/contract/dashboard/budgets/update-budget";
import { replaceBudget } from "@/lib/server/db/budgets";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { budgetNotFound, checkBudget } from "./budget-input";

export const updateBudgetOperation = implementOperation(updateBudget, async ({ params: { id }, body }) => {
  const store = await dashboardStore();
  const currency = await checkBudget(store, body);
  if (!(await replaceBudget(store, { id, body, currency }))) throw budgetNotFound();
  return { id };
});
