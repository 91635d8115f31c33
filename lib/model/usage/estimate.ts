import type { PriceTable } from "@/lib/contract/dashboard/price-table";
import type { TokenCounts } from "@/lib/contract/dashboard/usage";
import { fromMicros, toMicros } from "./micros";

/** Tokens of one kind at their price, exactly: in millionths of a unit per million tokens. */
export type Exact = bigint;

const anyModel = "*";

/** Prices counts of a model; nothing when the table has no price for it. */
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

/** Decimal text of an exact sum, rounded to a millionth. */
export function moneyOf(exact: Exact): string {
  return fromMicros(Number((exact + tokensPerPrice / 2n) / tokensPerPrice));
}
