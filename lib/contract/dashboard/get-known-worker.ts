import { z } from "zod";
import { defineOperation } from "../operation";
import { KnownWorker } from "./list-known-workers";

export const getKnownWorker = defineOperation({
  id: "getKnownWorker",
  summary: "Get a worker seen in the last 30 days and the agents it ran, most recent first",
  method: "GET",
  path: "/dashboard/workers/{id}",
  pathParams: z.object({
    id: z
      .string()
      .max(500)
      .refine((id) => !id.includes("\u0000"), "is invalid"),
  }),
  query: z.strictObject({}),
  response: KnownWorker.extend({ agents: z.array(z.object({ id: z.string(), name: z.string(), seenAt: z.string() })) }),
  family: "dashboard",
});
