import type { BudgetStatus } from "@/lib/contract/dashboard/budgets/budget";
import type { PriceTable } from "@/lib/contract/dashboard/prices/price-table";
import { amountText, type BudgetUse, levelOf, problemOf, usesOf } from "@/lib/model/budgets/budget-use";
import { forecast, periodAt } from "@/lib/model/budgets/period";
import { type BudgetUsageRow, concerns, readBudgetUsage } from "@/lib/server/db/budget-usage";
import { type NamedBudget, scopeOf } from "@/lib/server/db/budgets";
import type { Store } from "@/lib/server/db/store";
import { readPrices } from "@/lib/server/db/token-prices";

export interface BudgetUsage {
  named: NamedBudget;
  /** The uses, largest first. Empty while the budget can't be computed. */
  uses: BudgetUse[];
}

export interface BudgetReading {
  prices: PriceTable | undefined;
  now: number;
}

/** How much of each budget is used. `agentId` limits budgets per agent to it. */
export async function readBudgetUses(
  store: Store,
  named: readonly NamedBudget[],
  { source, now, agentId }: { source: string; now: number; agentId?: string | undefined },
): Promise<{ usages: BudgetUsage[]; reading: BudgetReading }> {
  const reading = { prices: (await readPrices(store))?.table, now };
  const read = new Map<string | undefined, Promise<BudgetUsageRow[]>>();
  const rowsFrom = (from: string | undefined) => {
    const reads =
      read.get(from) ?? readBudgetUsage(store, { source, from, agentId: from === undefined ? agentId : undefined });
    read.set(from, reads);
    return reads;
  };
  const usages = await Promise.all(
    named.map(async (each): Promise<BudgetUsage> => {
      const { budget } = each;
      if (problemOf(budget, reading.prices) !== undefined) return { named: each, uses: [] };
      const range = periodAt(budget.period, now);
      const rows = await rowsFrom(range && new Date(range.from).toISOString().slice(0, 10));
      return {
        named: each,
        uses: usesOf(
          budget,
          rows.filter((row) => concerns(budget, row)),
          reading,
        ),
      };
    }),
  );
  return { usages, reading };
}

/** A budget as the API returns it, with one of its uses. */
export function budgetStatus(
  { budget, label }: NamedBudget,
  use: BudgetUse | undefined,
  { prices, now }: BudgetReading,
): BudgetStatus {
  const { id, unit, limit, currency, period, warnAt, action } = budget;
  const range = periodAt(period, now);
  const problem = problemOf(budget, prices);
  const used = use?.used ?? 0n;
  const expected = range && use ? forecast(used, range, now) : undefined;
  return {
    id,
    scope: scopeOf(budget),
    label,
    unit,
    limit,
    period,
    warnAt,
    action,
    ...(currency === null ? {} : { currency }),
    used: amountText(unit, used),
    level: problem === undefined ? levelOf(budget, used) : "ok",
    ...(range ? { resetsAt: new Date(range.to).toISOString() } : {}),
    ...(expected === undefined ? {} : { forecast: amountText(unit, expected) }),
    ...(use?.agent ? { agent: use.agent } : {}),
    unknownRuns: use?.unknownRuns ?? 0,
    unpricedTokens: unit === "money" ? (use?.unpricedTokens ?? 0) : 0,
    ...(problem === undefined ? {} : { problem }),
  };
}
