import { getPrices } from "@/lib/contract/dashboard/prices/get-prices";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readPrices } from "@/lib/server/db/token-prices";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const getPricesOperation = implementOperation(getPrices, async () => {
  const found = await readPrices(await dashboardStore());
  return found ? { table: found.table, updatedAt: found.updatedAt.toISOString() } : {};
});
