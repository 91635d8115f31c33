import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const maxAgentNames = 100;

export const getAgentNames = defineOperation({
  id: "getAgentNames",
  summary: "Get the names of indexed agents",
  method: "GET",
  path: "/dashboard/agent-names",
  query: z.strictObject({
    /** Agent ids, separated by commas. Unknown ids are omitted from the response. */
    ids: z
      .string("is required")
      .transform((text) => text.split(","))
      .refine((all) => all.length <= maxAgentNames, `must contain at most ${maxAgentNames} ids`)
      .refine((all) => all.every((id) => id.length > 0 && id.length <= 100), "must be agent ids, separated by commas"),
  }),
  response: z.object({ agents: z.array(z.object({ id: z.string(), name: z.string() })) }),
});
