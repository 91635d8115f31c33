import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { SavedView } from "./saved-view";

export const listSavedViews = defineOperation({
  id: "listSavedViews",
  summary: "List your saved views and the shared ones",
  method: "GET",
  path: "/dashboard/views",
  response: z.object({ views: z.array(SavedView) }),
});
