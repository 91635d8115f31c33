import { deleteView } from "@/lib/contract/dashboard/views/delete-view";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { removeSavedView } from "@/lib/server/db/saved-views";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";

export const deleteViewOperation = implementOperation(deleteView, async ({ params, user }) => {
  const allowed = { userId: user.id, anyShared: user.role === "admin" };
  const removed = await removeSavedView(await dashboardStore(), params.id, allowed);
  if (removed) return { id: params.id };
  const message = "View not found.";
  throw new OperationError({ status: 404, code: "not_found", message });
});
