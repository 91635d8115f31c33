import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { BudgetStatus } from "./budget";

export const listBudgets = defineOperation({
  id: "listBudgets",
  summary: "List all budgets for admins, or the budgets that apply to you for other users",
  method: "GET",
  path: "/dashboard/budgets",
  query: z.strictObject({}),
  response: z.object({
    items: z.array(BudgetStatus),
    /** The price table's currency; absent until prices are set. */
    currency: z.string().optional(),
  }),
});
