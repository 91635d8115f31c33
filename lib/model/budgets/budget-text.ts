import type { BudgetStatus } from "@/lib/contract/dashboard/budgets/budget";
import type { BudgetPeriod } from "@/lib/contract/dashboard/budgets/budget-values";

type Named = Pick<BudgetStatus, "scope" | "label" | "period">;
type Amounts = Pick<BudgetStatus, "used" | "limit" | "unit" | "currency">;

const adjectives: Readonly<Record<BudgetPeriod, string>> = { day: "daily", month: "monthly", agent: "total" };

const whole = new Intl.NumberFormat("en");

/** `5,000,000 tokens` or `2.50 USD`. */
export function budgetAmount(amount: string, { unit, currency }: Pick<BudgetStatus, "unit" | "currency">): string {
  if (unit === "tokens") return `${whole.format(BigInt(amount))} ${amount === "1" ? "token" : "tokens"}`;
  const value = Number(amount);
  const places = value !== 0 && value < 0.01 ? 6 : 2;
  return `${value.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: places })} ${currency ?? ""}`;
}

/** `monthly budget for acme/orders`, `budget per agent for the team`. */
export function budgetName({ scope, label, period }: Named): string {
  const whose = scope.kind === "team" ? "the team" : label;
  if (scope.kind === "agent") return `total budget for ${label}`;
  return period === "agent" ? `budget per agent for ${whose}` : `${adjectives[period]} budget for ${whose}`;
}

/** `5,012 of 5,000 tokens`. */
export const budgetUsed = (budget: Amounts): string =>
  `${budgetAmount(budget.used, budget).replace(/ .*/, "")} of ${budgetAmount(budget.limit, budget)}`;

/** `2026-12-01 00:00 UTC`. */
export const resetText = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

/** Why a run isn't started. */
export function budgetExceededText(budget: Named & Amounts & Pick<BudgetStatus, "resetsAt">): string {
  const reset = budget.resetsAt === undefined ? "It doesn't reset" : `It resets on ${resetText(budget.resetsAt)}`;
  return `The ${budgetName(budget)} is used up: ${budgetUsed(budget)}. ${reset}, and an admin can raise it.`;
}

/** The used share of the limit in percent, rounded down so that only a reached budget shows 100. */
export function budgetPercent({ used, limit }: Pick<Amounts, "used" | "limit">): number {
  return Math.floor((Number(used) / Number(limit)) * 100);
}

/** What a budget over its warning threshold means for the next run. */
export function budgetWarningText(
  budget: Named & Amounts & Pick<BudgetStatus, "resetsAt" | "level" | "action">,
): string {
  const name = budgetName(budget);
  const subject = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  if (budget.level !== "reached") return `${subject}: ${budgetPercent(budget)}% used`;
  if (budget.action === "warn") return `${subject}: used up`;
  const until = budget.resetsAt === undefined ? "" : ` until ${resetText(budget.resetsAt)}`;
  return `${subject}: used up. No new runs${until}`;
}
