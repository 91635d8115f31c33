import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const deleteLaunchTemplate = defineOperation({
  id: "deleteLaunchTemplate",
  summary: "Delete one of your launch templates; admins can delete any shared one",
  method: "DELETE",
  path: "/dashboard/launch-templates/{id}",
  pathParams: z.object({ id: z.uuid("must be a template id") }),
  response: z.object({ id: z.string() }),
});
