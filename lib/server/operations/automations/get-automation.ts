import { getAutomation } from "@/lib/contract/dashboard/automations/get-automation";
import { viewAutomations } from "@/lib/server/db/automation-views";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { automationViewer, requireAutomation } from "./automation-access";

export const getAutomationOperation = implementOperation(getAutomation, async ({ params: { id }, user }) => {
  const { store, found } = await requireAutomation(id);
  const [view] = await viewAutomations(store, [found], automationViewer(user));
  if (!view) throw new Error("the automation has no view");
  return view;
});
