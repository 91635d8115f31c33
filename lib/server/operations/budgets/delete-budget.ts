import { deleteBudget } from "@/lib/contract/dashboard/budgets/delete-budget";
import { removeBudget } from "@/lib/server/db/budgets";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { budgetNotFound } from "./budget-input";

export const deleteBudgetOperation = implementOperation(deleteBudget, async ({ params: { id } }) => {
  if (!(await removeBudget(await dashboardStore(), id))) throw budgetNotFound();
  return { id };
});
