import { z } from "zod";
import { defineOperation } from "../../operation";
import { SavedView } from "./saved-view";

export const listSavedViews = defineOperation({
  id: "listSavedViews",
  summary: "List your saved views and the shared ones",
  method: "GET",
  path: "/dashboard/views",
  pathParams: z.object({}),
  query: z.object({}),
  response: z.object({ views: z.array(SavedView) }),
  family: "dashboard",
});
