import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { TokenCounts, UsageQuery } from "./usage";

export const RunUsage = z.object({
  id: z.string(),
  status: z.string(),
  createdAt: z.string(),
  /** Absent while unknown. */
  usage: TokenCounts.optional(),
  estimate: z.string().optional(),
});
export type RunUsage = z.infer<typeof RunUsage>;

export const listRunUsage = defineOperation({
  id: "listRunUsage",
  summary: "List an agent's runs with their token usage",
  method: "GET",
  path: "/dashboard/usage/agents/{id}",
  pathParams: z.object({ id: z.string() }),
  query: UsageQuery,
  response: z.object({ runs: z.array(RunUsage), currency: z.string().optional() }),
});
