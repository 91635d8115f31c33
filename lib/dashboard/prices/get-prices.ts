import { getPrices } from "@/lib/contract/dashboard/get-prices";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { readPrices } from "@/lib/store/token-prices";
import { answerWith } from "@/lib/upstream/own-operation";

export const getPricesOperation = answerWith(getPrices, async () => {
  const found = await readPrices(await dashboardStore());
  return found ? { table: found.table, updatedAt: found.updatedAt.toISOString() } : {};
});
