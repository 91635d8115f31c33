import { z } from "zod";
import { defineOperation } from "../../operation";

export const endSession = defineOperation({
  id: "endSession",
  summary: "End one of your sessions",
  method: "DELETE",
  path: "/dashboard/sessions/{id}",
  pathParams: z.object({ id: z.uuid("must be a valid id") }),
  query: z.object({}),
  response: z.object({ id: z.string() }),
  family: "dashboard",
  role: "viewer",
});
