import type {
  BudgetLevel,
  BudgetPeriod,
  BudgetProblem,
  BudgetUnit,
} from "@/lib/contract/dashboard/budgets/budget-values";
import type { PriceTable } from "@/lib/contract/dashboard/prices/price-table";
import type { TokenCounts } from "@/lib/contract/dashboard/usage/usage";
import { pricer, toDecimal } from "@/lib/model/usage/estimate";
import { toMicros } from "@/lib/model/usage/micros";
import { periodAt } from "./period";

/** The fields of a budget that determine its usage. */
export interface BudgetRule {
  unit: BudgetUnit;
  limit: string;
  currency: string | null;
  period: BudgetPeriod;
  warnAt: number;
}

/** Usage of one agent with one model. */
export interface UsageRow extends TokenCounts {
  agentId: string;
  agentName: string;
  model: string | null;
  unknownRuns: number;
}

/** Usage that is compared with the limit: of a period, or of an agent. */
export interface BudgetUse {
  /** The period or the agent. */
  subject: string;
  agent: { id: string; name: string } | undefined;
  /** Tokens, or an exact cost; see `estimate.ts`. */
  used: bigint;
  unknownRuns: number;
  unpricedTokens: number;
}

const exactPerMicro = 1_000_000n;

/** The limit in the same unit as {@link BudgetUse.used}. */
export const limitOf = ({ unit, limit }: Pick<BudgetRule, "unit" | "limit">): bigint =>
  unit === "tokens" ? BigInt(limit) : BigInt(toMicros(limit)) * exactPerMicro;

export const amountText = (unit: BudgetUnit, amount: bigint): string =>
  unit === "tokens" ? String(amount) : toDecimal(amount);

/** Why a budget can't be computed; `undefined` if it can. */
export function problemOf(
  { unit, currency }: Pick<BudgetRule, "unit" | "currency">,
  prices: PriceTable | undefined,
): BudgetProblem | undefined {
  if (unit === "tokens") return undefined;
  if (!prices) return "no_prices";
  return prices.currency === currency ? undefined : "other_currency";
}

export function levelOf(rule: BudgetRule, used: bigint): BudgetLevel {
  const limit = limitOf(rule);
  if (used >= limit) return "reached";
  return used * 100n >= limit * BigInt(rule.warnAt) ? "warning" : "ok";
}

/** Adds up the usage that a budget covers, by agent for budgets per agent, largest first. Never empty for other periods. */
export function usesOf(
  rule: BudgetRule,
  rows: readonly UsageRow[],
  { prices, now }: { prices: PriceTable | undefined; now: number },
): BudgetUse[] {
  const price = pricer(prices);
  const period = periodAt(rule.period, now);
  const uses = new Map<string, BudgetUse>();
  const entryOf = (subject: string, agent: BudgetUse["agent"]): BudgetUse => {
    const use = uses.get(subject) ?? { subject, agent, used: 0n, unknownRuns: 0, unpricedTokens: 0 };
    uses.set(subject, use);
    return use;
  };
  if (period) entryOf(period.key, undefined);
  for (const row of rows) {
    const use = period
      ? entryOf(period.key, undefined)
      : entryOf(row.agentId, { id: row.agentId, name: row.agentName });
    use.unknownRuns += row.unknownRuns;
    const amount = rule.unit === "tokens" ? BigInt(row.totalTokens) : price(row.model, row);
    if (amount === undefined) use.unpricedTokens += row.totalTokens;
    else use.used += amount;
  }
  return [...uses.values()].sort((a, b) => (a.used < b.used ? 1 : a.used > b.used ? -1 : 0));
}
