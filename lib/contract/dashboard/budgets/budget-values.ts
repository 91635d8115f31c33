/** Values of budgets. In a separate file so that importing it doesn't load the schemas. */
export const budgetScopes = ["team", "user", "repository", "automation", "agent"] as const;
export type BudgetScopeKind = (typeof budgetScopes)[number];

export const budgetUnits = ["tokens", "money"] as const;
export type BudgetUnit = (typeof budgetUnits)[number];

/** UTC days and months. `agent`: each agent separately, over all of its runs. */
export const budgetPeriods = ["day", "month", "agent"] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** `stop` rejects new runs; `cancel` also cancels active ones. */
export const budgetActions = ["warn", "stop", "cancel"] as const;
export type BudgetAction = (typeof budgetActions)[number];

export const budgetLevels = ["ok", "warning", "reached"] as const;
export type BudgetLevel = (typeof budgetLevels)[number];

/** Why a budget can't be computed: the price table is empty or uses a different currency than the budget. */
export const budgetProblems = ["no_prices", "other_currency"] as const;
export type BudgetProblem = (typeof budgetProblems)[number];
