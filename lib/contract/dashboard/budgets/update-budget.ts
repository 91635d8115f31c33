import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { BudgetBody, BudgetPath } from "./budget";

export const updateBudget = defineOperation({
  id: "updateBudget",
  summary: "Change a budget; its warnings are sent again for the new limit",
  method: "PUT",
  path: "/dashboard/budgets/{id}",
  pathParams: BudgetPath,
  body: BudgetBody,
  response: z.object({ id: z.string() }),
  role: "admin",
});
