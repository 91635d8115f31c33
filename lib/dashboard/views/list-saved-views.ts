import { listSavedViews } from "@/lib/contract/dashboard/list-saved-views";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { savedViewsOf } from "@/lib/store/saved-views";
import { answerWith } from "@/lib/upstream/own-operation";
import { viewBody } from "./view-body";

export const listSavedViewsOperation = answerWith(listSavedViews, async ({ person }) => ({
  views: (await savedViewsOf(await dashboardStore(), person.id)).map(({ view, ownerName }) =>
    viewBody(view, ownerName, person.id),
  ),
}));
