import { setPrices } from "@/lib/contract/dashboard/set-prices";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { writePrices } from "@/lib/store/token-prices";
import { dashboardService } from "@/lib/upstream/dashboard-service";
import { answerWith } from "@/lib/upstream/own-operation";

export const setPricesOperation = answerWith(setPrices, async ({ body, person }) => {
  const at = new Date(dashboardService().clock.now());
  await writePrices(await dashboardStore(), body, { personId: person.id, at });
  return body;
});
