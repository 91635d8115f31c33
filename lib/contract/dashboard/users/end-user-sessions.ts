import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const endUserSessions = defineOperation({
  id: "endUserSessions",
  summary: "End all sessions of a user",
  method: "POST",
  path: "/dashboard/users/{id}/end-sessions",
  pathParams: z.object({ id: z.uuid("must be a valid id") }),
  response: z.object({ ended: z.number().int() }),
  role: "admin",
});
