import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const listAgentCosts = defineOperation({
  id: "listAgentCosts",
  summary: "List the estimated cost of every agent that used tokens with a known price",
  method: "GET",
  path: "/dashboard/agent-costs",
  query: z.strictObject({}),
  /** Empty, and without a currency, until prices are set. */
  response: z.object({ currency: z.string().optional(), costs: z.record(z.string(), z.number()) }),
});
