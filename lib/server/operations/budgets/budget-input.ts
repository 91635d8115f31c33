import type { BudgetBody } from "@/lib/contract/dashboard/budgets/budget";
import { automationExists } from "@/lib/server/db/automations";
import type { Store } from "@/lib/server/db/store";
import { readPrices } from "@/lib/server/db/token-prices";
import { findUser } from "@/lib/server/db/users";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";

const invalid = (field: string, problem: string) =>
  new OperationError({ status: 400, code: "validation_error", message: `${field}: ${problem}`, field });

/** The currency of a budget. Throws if its user doesn't exist, or if it needs prices that aren't set. */
export async function checkBudget(store: Store, { scope, unit }: BudgetBody): Promise<string | null> {
  if (scope.kind === "user" && !(await findUser(store, scope.userId))) {
    throw invalid("scope.userId", "user not found");
  }
  if (scope.kind === "automation" && !(await automationExists(store, scope.automationId))) {
    throw invalid("scope.automationId", "automation not found");
  }
  if (unit === "tokens") return null;
  const prices = await readPrices(store);
  if (!prices) throw invalid("unit", "set the prices of your models before you add a budget in a currency");
  return prices.table.currency;
}

export const budgetNotFound = () =>
  new OperationError({ status: 404, code: "budget_not_found", message: "Budget not found.", field: "id" });
