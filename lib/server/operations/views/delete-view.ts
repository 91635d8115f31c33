import { deleteView } from "@/lib/contract/dashboard/delete-view";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { removeView } from "@/lib/server/db/saved-views";
import { implementInDashboard, RefusedError } from "@/lib/server/gateway/dashboard-operation";

export const deleteViewOperation = implementInDashboard(deleteView, async ({ params, person }) => {
  const allowed = { personId: person.id, anyShared: person.role === "admin" };
  const removed = await removeView(await dashboardStore(), params.id, allowed);
  if (removed) return { id: params.id };
  const message = "You have no such view. Nothing was deleted.";
  throw new RefusedError({ status: 404, code: "not_found", message });
});
