import { listBudgetWarnings } from "@/lib/contract/dashboard/budgets/list-budget-warnings";
import { readConcerning } from "@/lib/server/budgets/check-budgets";
import { budgetParts } from "@/lib/server/budgets/dashboard-budgets";
import { readBudgetSubject } from "@/lib/server/db/budget-usage";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const listBudgetWarningsOperation = implementOperation(listBudgetWarnings, async ({ query, user }) => {
  const parts = await budgetParts();
  const repos = (query.repositories ?? "").split(" ").filter(Boolean);
  const subject =
    query.agentId === undefined
      ? { agentId: undefined, ownerId: user.id, repos: repos.map((url) => ({ url })), automationId: null }
      : await readBudgetSubject(parts.store, query.agentId);
  const concerning = await readConcerning(parts, subject);
  return { items: concerning.filter(({ level }) => level !== "ok") };
});
