import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { BudgetBody } from "./budget";

export const addBudget = defineOperation({
  id: "addBudget",
  summary: "Add a budget",
  method: "POST",
  path: "/dashboard/budgets",
  body: BudgetBody,
  response: z.object({ id: z.string() }),
  success: 201,
  role: "admin",
});
