import { z } from "zod";
import { defineOperation } from "../../operation";
import { BudgetPath } from "./budget";

export const deleteBudget = defineOperation({
  id: "deleteBudget",
  summary: "Delete a budget",
  method: "DELETE",
  path: "/dashboard/budgets/{id}",
  pathParams: BudgetPath,
  query: z.object({}),
  response: z.object({ id: z.string() }),
  family: "dashboard",
  role: "admin",
});
