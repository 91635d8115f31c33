import { deleteAutomation } from "@/lib/contract/dashboard/automations/delete-automation";
import { removeAutomation } from "@/lib/server/db/automations";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { requireOwnAutomation } from "./automation-access";

export const deleteAutomationOperation = implementOperation(deleteAutomation, async ({ params: { id }, user }) => {
  const { store } = await requireOwnAutomation(id, user);
  await removeAutomation(store, id);
  return { id };
});
