import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Worker } from "../../pools/worker";

export const getKnownWorker = defineOperation({
  id: "getKnownWorker",
  summary: "Get a worker that is connected or was seen in the last 30 days, and the agents it ran, most recent first",
  method: "GET",
  path: "/dashboard/workers/{id}",
  pathParams: z.object({
    id: z
      .string()
      .max(500)
      .refine((id) => !id.includes("\u0000"), "is invalid"),
  }),
  query: z.strictObject({}),
  response: z.object({
    /** Null for an unknown worker. */
    worker: Worker.nullable(),
    /** When an offline worker was last seen, ISO 8601; null while it is connected. */
    lastSeenAt: z.string().nullable(),
    agents: z.array(z.object({ id: z.string(), name: z.string(), seenAt: z.string() })),
  }),
});
