import { listSavedViews } from "@/lib/contract/dashboard/list-saved-views";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { savedViewsOf } from "@/lib/server/db/saved-views";
import { answerWith } from "@/lib/server/gateway/own-operation";
import { viewBody } from "./view-body";

export const listSavedViewsOperation = answerWith(listSavedViews, async ({ person }) => ({
  views: (await savedViewsOf(await dashboardStore(), person.id)).map(({ view, ownerName }) =>
    viewBody(view, ownerName, person.id),
  ),
}));
