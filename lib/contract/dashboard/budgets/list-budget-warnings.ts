import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { BudgetStatus } from "./budget";

export const listBudgetWarnings = defineOperation({
  id: "listBudgetWarnings",
  summary: "List the budgets over their warning threshold that apply to an agent, or to a launch on repositories",
  method: "GET",
  path: "/dashboard/budget-warnings",
  query: z.strictObject({
    /** Without it, a launch by the calling user. */
    agentId: z.string().min(1).max(200).optional(),
    /** Repository URLs of the launch, separated by spaces. */
    repositories: z.string().max(20_000).optional(),
  }),
  response: z.object({ items: z.array(BudgetStatus) }),
});
