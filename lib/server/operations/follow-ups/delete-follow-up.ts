import { deleteFollowUp } from "@/lib/contract/dashboard/follow-ups/delete-follow-up";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { deleteFollowUp as deleteQueued } from "@/lib/server/db/follow-ups";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { alreadySending, queuedMessage } from "./queued-message";

export const deleteFollowUpOperation = implementOperation(deleteFollowUp, async ({ params, user }) => {
  const { row } = await queuedMessage(params.id, user);
  if (!(await deleteQueued(await dashboardStore(), row))) throw alreadySending();
  return { id: params.id };
});
