import type { BudgetStatus } from "@/lib/contract/dashboard/budgets/budget";
import { budgetExceededText } from "@/lib/model/budgets/budget-text";
import { type BudgetSubject, concerns } from "@/lib/server/db/budget-usage";
import { type BudgetRow, readBudgets } from "@/lib/server/db/budgets";
import type { Store } from "@/lib/server/db/store";
import type { ApiError } from "@/lib/server/gateway/api-error";
import { budgetStatus, readBudgetUses } from "./budget-status";

export interface BudgetParts {
  store: Store;
  source: string;
  now: number;
}

/** The budgets that an agent or a launch counts toward. Budgets per agent don't apply to an agent without runs. */
export async function readConcerning(
  { store, source, now }: BudgetParts,
  subject: BudgetSubject,
  only: (budget: BudgetRow) => boolean = () => true,
): Promise<BudgetStatus[]> {
  const { agentId } = subject;
  const concerning = (await readBudgets(store)).filter(
    ({ budget }) => only(budget) && concerns(budget, subject) && (budget.period !== "agent" || agentId !== undefined),
  );
  if (concerning.length === 0) return [];
  const { usages, reading } = await readBudgetUses(store, concerning, { source, now, agentId });
  return usages.map(({ named, uses }) => budgetStatus(named, uses[0], reading));
}

/** Why no run can start: the first reached budget that stops runs. */
export async function findExceededBudget(parts: BudgetParts, subject: BudgetSubject): Promise<ApiError | undefined> {
  const statuses = await readConcerning(parts, subject, ({ action }) => action !== "warn");
  const reached = statuses.find(({ level }) => level === "reached");
  return reached && { status: 403, code: "budget_exceeded", message: budgetExceededText(reached) };
}
