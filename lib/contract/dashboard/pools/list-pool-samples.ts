import { z } from "zod";
import { defineOperation } from "../../define-operation";

const maxHours = 30 * 24;

export const listPoolSamples = defineOperation({
  id: "listPoolSamples",
  summary: "List utilization samples of a pool or of all pools together, oldest first",
  method: "GET",
  path: "/dashboard/pool-samples",
  query: z.strictObject({
    /** Absent: all pools. */
    pool: z.string().min(1, "must not be empty").optional(),
    hours: z.coerce.number().int("must be a whole number").min(1).max(maxHours),
  }),
  response: z.object({
    samples: z.array(z.object({ atMs: z.number(), connected: z.number(), inUse: z.number(), waiting: z.number() })),
  }),
});
