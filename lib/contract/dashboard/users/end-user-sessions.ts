import { z } from "zod";
import { defineOperation } from "../../operation";

export const endUserSessions = defineOperation({
  id: "endUserSessions",
  summary: "End all sessions of a user",
  method: "POST",
  path: "/dashboard/users/{id}/end-sessions",
  pathParams: z.object({ id: z.uuid("must be a valid id") }),
  query: z.object({}),
  response: z.object({ ended: z.number().int() }),
  family: "dashboard",
  role: "admin",
});
