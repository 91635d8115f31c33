import { setPrices } from "@/lib/contract/dashboard/prices/set-prices";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { writePrices } from "@/lib/server/db/token-prices";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

export const setPricesOperation = implementOperation(setPrices, async ({ body }) => {
  const at = new Date(dashboardService().clock.now());
  await writePrices(await dashboardStore(), body, at);
  return body;
});
