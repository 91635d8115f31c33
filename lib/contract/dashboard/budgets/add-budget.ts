import { z } from "zod";
import { defineOperation } from "../../operation";
import { BudgetBody } from "./budget";

export const addBudget = defineOperation({
  id: "addBudget",
  summary: "Add a budget",
  method: "POST",
  path: "/dashboard/budgets",
  pathParams: z.object({}),
  query: z.object({}),
  body: BudgetBody,
  response: z.object({ id: z.string() }),
  success: 201,
  family: "dashboard",
  role: "admin",
});
