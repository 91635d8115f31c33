import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const revokeApiToken = defineOperation({
  id: "revokeApiToken",
  summary: "Revoke one of your API tokens, or as an admin one of any user",
  method: "DELETE",
  path: "/dashboard/tokens/{id}",
  pathParams: z.object({ id: z.uuid("must be a valid id") }),
  response: z.object({ id: z.string() }),
  role: "viewer",
});
