import { z } from "zod";
import { defineOperation } from "../operation";

export const endPersonSessions = defineOperation({
  id: "endPersonSessions",
  summary: "End all sessions of a person",
  method: "POST",
  path: "/dashboard/people/{id}/end-sessions",
  pathParams: z.object({ id: z.uuid("must be an id of this list") }),
  query: z.object({}),
  response: z.object({ ended: z.number().int() }),
  family: "dashboard",
  role: "admin",
});
