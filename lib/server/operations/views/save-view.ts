import { saveView } from "@/lib/contract/dashboard/views/save-view";
import { maxViews } from "@/lib/contract/dashboard/views/saved-view";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { upsertSavedView } from "@/lib/server/db/saved-views";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { viewBody } from "./view-body";

export const saveViewOperation = implementOperation(saveView, async ({ body, user }) => {
  const { clock, ids } = dashboardService();
  const row = await upsertSavedView(await dashboardStore(), {
    id: ids.uuid(),
    userId: user.id,
    ...body,
    createdAt: new Date(clock.now()),
  });
  if (row) return viewBody(row, user.name, user.id);
  const message = `You already have ${maxViews} views. Delete one and try again.`;
  throw new OperationError({ status: 409, code: "too_many_views", message });
});
