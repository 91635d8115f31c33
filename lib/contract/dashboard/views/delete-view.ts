import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const deleteView = defineOperation({
  id: "deleteView",
  summary: "Delete one of your saved views; admins can delete any shared one",
  method: "DELETE",
  path: "/dashboard/views/{id}",
  pathParams: z.object({ id: z.uuid("must be a view id") }),
  response: z.object({ id: z.string() }),
  role: "viewer",
});
