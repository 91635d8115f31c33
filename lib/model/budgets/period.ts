import type { BudgetPeriod } from "@/lib/contract/dashboard/budgets/budget-values";

/** A UTC day or month: from `from` until right before `to`, in milliseconds. */
export interface PeriodRange {
  /** `2026-04-13` or `2026-04`. */
  key: string;
  from: number;
  to: number;
}

/** The day or month that contains a time; `undefined` for budgets that don't reset. */
export function periodAt(period: BudgetPeriod, now: number): PeriodRange | undefined {
  if (period === "agent") return undefined;
  const at = new Date(now);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const iso = at.toISOString();
  return period === "day"
    ? { key: iso.slice(0, 10), from: Date.UTC(year, month, day), to: Date.UTC(year, month, day + 1) }
    : { key: iso.slice(0, 7), from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) };
}

/**
 * Usage at the end of a period if it continues at the average rate so far. `undefined` in the first tenth of the period,
 * when the rate means little.
 */
export function forecast(used: bigint, { from, to }: PeriodRange, now: number): bigint | undefined {
  const [length, elapsed] = [to - from, now - from];
  if (used === 0n || elapsed * 10 < length) return undefined;
  return (used * BigInt(length)) / BigInt(elapsed);
}
