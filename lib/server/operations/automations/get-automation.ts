import { getAutomation } from "@/lib/contract/dashboard/get-automation";
import { viewAutomations } from "@/lib/server/db/automation-views";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { requireAutomation } from "./automation-access";

export const getAutomationOperation = implementOperation(getAutomation, async ({ params: { id }, person }) => {
  const { store, found } = await requireAutomation(id);
  const [view] = await viewAutomations(store, [found], { person, now: dashboardService().clock.now() });
  if (!view) throw new Error("the automation has no view");
  return view;
});
