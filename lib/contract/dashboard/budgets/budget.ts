import { z } from "zod";
import { budgetActions, budgetLevels, budgetPeriods, budgetProblems, budgetUnits } from "./budget-values";

export const maxBudgets = 100;

/** `owner/name`, as agents' repositories are shown. Case doesn't matter. */
const RepositoryName = z
  .string()
  .trim()
  .max(300, "must be at most 300 characters")
  .regex(/^[^\s/]+(?:\/[^\s/]+)+$/, "must be a repository such as acme/orders")
  .transform((name) => name.toLowerCase());

/** Whose usage counts. An agent with several repositories counts toward each of them. */
export const BudgetScope = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("team") }),
  /** Agents this user launched. */
  z.strictObject({ kind: z.literal("user"), userId: z.uuid("must be a user id") }),
  z.strictObject({ kind: z.literal("repository"), repository: RepositoryName }),
  /** Agents this automation launched. */
  z.strictObject({ kind: z.literal("automation"), automationId: z.uuid("must be an automation id") }),
  z.strictObject({ kind: z.literal("agent"), agentId: z.string().min(1, "is required").max(200) }),
]);
export type BudgetScope = z.output<typeof BudgetScope>;

const amounts = {
  tokens: /^[1-9][0-9]{0,14}$/,
  money: /^(?=.*[1-9])(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,6})?$/,
};
const examples = { tokens: "must be a whole number such as 5000000", money: "must be an amount such as 50 or 2.50" };

export const BudgetBody = z
  .strictObject({
    scope: BudgetScope,
    unit: z.enum(budgetUnits),
    /** Tokens, or an amount in the price table's currency as decimal text. */
    limit: z.string("is required").trim(),
    period: z.enum(budgetPeriods),
    /** Percentage of the limit. */
    warnAt: z
      .number("must be a whole number")
      .int("must be a whole number")
      .min(1, "must be 1 to 100")
      .max(100, "must be 1 to 100"),
    action: z.enum(budgetActions),
  })
  .superRefine(({ scope, unit, limit, period }, context) => {
    if (!amounts[unit].test(limit)) context.addIssue({ code: "custom", path: ["limit"], message: examples[unit] });
    if (scope.kind === "agent" && period !== "agent") {
      const message = "must be agent: the budget of one agent covers all of its runs";
      context.addIssue({ code: "custom", path: ["period"], message });
    }
  });
export type BudgetBody = z.output<typeof BudgetBody>;

/** A budget and how much of it is used. */
export const BudgetStatus = z.object({
  id: z.string(),
  scope: BudgetScope,
  /** The name of the user, repository, automation or agent. */
  label: z.string(),
  unit: z.enum(budgetUnits),
  limit: z.string(),
  /** Of a budget in money. */
  currency: z.string().optional(),
  period: z.enum(budgetPeriods),
  warnAt: z.number(),
  action: z.enum(budgetActions),
  /** Used in the current period, in the budget's unit. */
  used: z.string(),
  level: z.enum(budgetLevels),
  /** Absent for budgets per agent. */
  resetsAt: z.string().optional(),
  /** Usage at the end of the period at the current rate, after a tenth of the period. */
  forecast: z.string().optional(),
  /** The agent that used the most; only for budgets per agent. */
  agent: z.object({ id: z.string(), name: z.string() }).optional(),
  /** Runs without token counts: active, not read yet, or not reported by the service. */
  unknownRuns: z.number(),
  /** Tokens of models without a price, which a budget in money doesn't include. */
  unpricedTokens: z.number(),
  problem: z.enum(budgetProblems).optional(),
});
export type BudgetStatus = z.infer<typeof BudgetStatus>;

export const BudgetPath = z.object({ id: z.uuid("must be a budget id") });
