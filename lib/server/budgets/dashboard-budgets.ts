import "server-only";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { checkFollowUpBudgets } from "./admit-run";
import type { BudgetParts } from "./check-budgets";

export async function budgetParts(): Promise<BudgetParts> {
  const now = dashboardService().clock.now();
  return { store: await dashboardStore(), source: indexSource(dashboardSettings()), now };
}

/** Throws if a budget doesn't let the agent start another run. */
export async function requireBudget(agentId: string): Promise<void> {
  const exceeded = await checkFollowUpBudgets(await budgetParts(), agentId);
  if (exceeded) throw new OperationError(exceeded);
}
