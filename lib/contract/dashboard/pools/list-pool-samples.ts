import { z } from "zod";
import { defineOperation } from "../../operation";

const maxHours = 30 * 24;

export const listPoolSamples = defineOperation({
  id: "listPoolSamples",
  summary: "List a pool's utilization samples, oldest first",
  method: "GET",
  path: "/dashboard/pool-samples",
  pathParams: z.object({}),
  query: z.strictObject({
    pool: z.string("is required").min(1, "must not be empty"),
    hours: z.coerce.number().int("must be a whole number").min(1).max(maxHours),
  }),
  response: z.object({
    samples: z.array(z.object({ atMs: z.number(), connected: z.number(), inUse: z.number(), waiting: z.number() })),
  }),
  family: "dashboard",
});
