import { addBudget } from "@/lib/contract/dashboard/budgets/add-budget";
import { maxBudgets } from "@/lib/contract/dashboard/budgets/budget";
import { insertBudget } from "@/lib/server/db/budgets";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { checkBudget } from "./budget-input";

export const addBudgetOperation = implementOperation(addBudget, async ({ body }) => {
  const store = await dashboardStore();
  const currency = await checkBudget(store, body);
  const { clock, ids } = dashboardService();
  const id = ids.uuid();
  if (await insertBudget(store, { id, body, currency, createdAt: new Date(clock.now()) })) return { id };
  const message = `There are already ${maxBudgets} budgets. Delete one and try again.`;
  throw new OperationError({ status: 409, code: "conflict", message });
});
