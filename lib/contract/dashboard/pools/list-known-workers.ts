import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Worker } from "../../pools/worker";

/** A worker as it was last listed. */
export const KnownWorker = z.object({ worker: Worker, seenAt: z.string() });
export type KnownWorker = z.infer<typeof KnownWorker>;

export const listKnownWorkers = defineOperation({
  id: "listKnownWorkers",
  summary: "List the workers seen in the last 30 days, most recent first",
  method: "GET",
  path: "/dashboard/workers",
  query: z.strictObject({}),
  response: z.object({ workers: z.array(KnownWorker) }),
});
