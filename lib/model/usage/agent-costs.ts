import type { PriceTable } from "@/lib/contract/dashboard/prices/price-table";
import { type Exact, pricer, toDecimal } from "./estimate";
import type { UsageLine } from "./report";

/** The estimated cost by agent, rounded for sorting and display. Agents whose tokens have no price are missing. */
export function agentCosts(lines: readonly UsageLine[], table: PriceTable): Record<string, number> {
  const price = pricer(table);
  const sums = new Map<string, Exact>();
  for (const line of lines) {
    const exact = price(line.model, line);
    if (exact !== undefined && line.totalTokens > 0) sums.set(line.agentId, (sums.get(line.agentId) ?? 0n) + exact);
  }
  return Object.fromEntries([...sums].map(([id, exact]) => [id, Number(toDecimal(exact))]));
}
