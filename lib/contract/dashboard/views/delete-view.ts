import { z } from "zod";
import { defineOperation } from "../../operation";

export const deleteView = defineOperation({
  id: "deleteView",
  summary: "Delete one of your saved views; admins can delete any shared one",
  method: "DELETE",
  path: "/dashboard/views/{id}",
  pathParams: z.object({ id: z.uuid("must be a view id") }),
  query: z.object({}),
  response: z.object({ id: z.string() }),
  family: "dashboard",
  role: "viewer",
});
