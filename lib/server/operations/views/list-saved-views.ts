import { listSavedViews } from "@/lib/contract/dashboard/views/list-saved-views";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readSavedViews } from "@/lib/server/db/saved-views";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { viewBody } from "./view-body";

export const listSavedViewsOperation = implementOperation(listSavedViews, async ({ user }) => ({
  views: (await readSavedViews(await dashboardStore(), user.id)).map(({ view, ownerName }) =>
    viewBody(view, ownerName, user.id),
  ),
}));
