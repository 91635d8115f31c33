import type { PriceTable } from "@/lib/contract/dashboard/prices/price-table";
import type { TokenCounts } from "@/lib/contract/dashboard/usage/usage";
import { fromMicros, toMicros } from "./micros";

/** The exact cost of tokens of one kind, in millionths of a unit per million tokens. */
export type Exact = bigint;

const anyModel = "*";

/** Estimates the cost of a model's tokens; undefined without a price. */
export function pricer(
  table: PriceTable | undefined,
): (model: string | null, counts: TokenCounts) => Exact | undefined {
  const byModel = new Map(
    (table?.prices ?? []).map(({ model, input, output, cacheWrite, cacheRead }) => [
      model,
      [input, output, cacheWrite, cacheRead].map((price) => BigInt(toMicros(price))),
    ]),
  );
  return (model, { inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens }) => {
    const prices = (model === null ? undefined : byModel.get(model)) ?? byModel.get(anyModel);
    if (!prices) return undefined;
    return [inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens].reduce(
      (sum, count, kind) => sum + BigInt(count) * (prices[kind] ?? 0n),
      0n,
    );
  };
}

const tokensPerPrice = 1_000_000n;

/** An exact sum as a decimal, rounded to a millionth. */
export function toDecimal(exact: Exact): string {
  return fromMicros(Number((exact + tokensPerPrice / 2n) / tokensPerPrice));
}
