import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { BudgetPath } from "./budget";

export const deleteBudget = defineOperation({
  id: "deleteBudget",
  summary: "Delete a budget",
  method: "DELETE",
  path: "/dashboard/budgets/{id}",
  pathParams: BudgetPath,
  response: z.object({ id: z.string() }),
  role: "admin",
});
