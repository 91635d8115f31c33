import { asc } from "drizzle-orm";
import type { PriceTable } from "@/lib/contract/dashboard/prices/price-table";
import { fromMicros, toMicros } from "@/lib/model/usage/micros";
import { tokenPrices } from "./schema";
import type { Store } from "./store";

/** The price table and when it was changed, if there is one. */
export async function readPrices(store: Store): Promise<{ table: PriceTable; updatedAt: Date } | undefined> {
  const rows = await store.database.select().from(tokenPrices).orderBy(asc(tokenPrices.model));
  const [first] = rows;
  if (!first) return undefined;
  const prices = rows.map(({ model, input, output, cacheWrite, cacheRead }) => ({
    model,
    input: fromMicros(input),
    output: fromMicros(output),
    cacheWrite: fromMicros(cacheWrite),
    cacheRead: fromMicros(cacheRead),
  }));
  return { table: { currency: first.currency, prices }, updatedAt: first.updatedAt };
}

/** Replaces the whole price table. */
export async function writePrices(store: Store, table: PriceTable, updatedAt: Date): Promise<void> {
  const rows = table.prices.map(({ model, input, output, cacheWrite, cacheRead }) => ({
    model,
    input: toMicros(input),
    output: toMicros(output),
    cacheWrite: toMicros(cacheWrite),
    cacheRead: toMicros(cacheRead),
    currency: table.currency,
    updatedAt,
  }));
  await store.database.transaction(async (transaction) => {
    await transaction.delete(tokenPrices);
    if (rows.length > 0) await transaction.insert(tokenPrices).values(rows);
  });
}
