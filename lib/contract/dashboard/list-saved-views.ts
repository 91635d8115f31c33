import { z } from "zod";
import { defineOperation } from "../operation";
import { SavedView } from "./saved-view";

export const listSavedViews = defineOperation({
  id: "listSavedViews",
  summary: "List the person's saved views of all lists, and those others share",
  method: "GET",
  path: "/dashboard/views",
  pathParams: z.object({}),
  query: z.object({}),
  response: z.object({ views: z.array(SavedView) }),
  family: "dashboard",
});
