import { listSavedViews } from "@/lib/contract/dashboard/list-saved-views";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { savedViewsOf } from "@/lib/server/db/saved-views";
import { implementInDashboard } from "@/lib/server/gateway/dashboard-operation";
import { viewBody } from "./view-body";

export const listSavedViewsOperation = implementInDashboard(listSavedViews, async ({ person }) => ({
  views: (await savedViewsOf(await dashboardStore(), person.id)).map(({ view, ownerName }) =>
    viewBody(view, ownerName, person.id),
  ),
}));
