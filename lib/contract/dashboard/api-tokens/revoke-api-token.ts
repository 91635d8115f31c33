import { z } from "zod";
import { defineOperation } from "../../operation";

export const revokeApiToken = defineOperation({
  id: "revokeApiToken",
  summary: "Revoke one of your API tokens, or as an admin one of any user",
  method: "DELETE",
  path: "/dashboard/tokens/{id}",
  pathParams: z.object({ id: z.uuid("must be a valid id") }),
  query: z.object({}),
  response: z.object({ id: z.string() }),
  family: "dashboard",
  role: "viewer",
});
