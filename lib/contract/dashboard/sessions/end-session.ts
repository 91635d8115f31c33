import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const endSession = defineOperation({
  id: "endSession",
  summary: "End one of your sessions",
  method: "DELETE",
  path: "/dashboard/sessions/{id}",
  pathParams: z.object({ id: z.uuid("must be a valid id") }),
  response: z.object({ id: z.string() }),
  role: "viewer",
});
