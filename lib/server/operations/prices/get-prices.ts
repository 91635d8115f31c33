import { getPrices } from "@/lib/contract/dashboard/get-prices";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readPrices } from "@/lib/server/db/token-prices";
import { answerWith } from "@/lib/server/gateway/own-operation";

export const getPricesOperation = answerWith(getPrices, async () => {
  const found = await readPrices(await dashboardStore());
  return found ? { table: found.table, updatedAt: found.updatedAt.toISOString() } : {};
});
