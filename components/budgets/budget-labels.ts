import type {
  BudgetAction,
  BudgetPeriod,
  BudgetProblem,
  BudgetScopeKind,
} from "@/lib/contract/dashboard/budgets/budget-values";

export const scopeLabels: Readonly<Record<BudgetScopeKind, string>> = {
  team: "Team",
  user: "User",
  repository: "Repository",
  automation: "Automation",
  agent: "Agent",
};

export const periodLabels: Readonly<Record<BudgetPeriod, string>> = {
  day: "Per day",
  month: "Per month",
  agent: "Per agent, in total",
};

export const actionLabels: Readonly<Record<BudgetAction, string>> = {
  warn: "Warn only",
  stop: "Stop new runs",
  cancel: "Stop new runs and cancel active ones",
};

export const problemLabels: Readonly<Record<BudgetProblem, string>> = {
  no_prices: "Not enforced: no prices are set, so the cost is unknown.",
  other_currency: "Not enforced: the price table uses a different currency. Edit the budget to switch to it.",
};
