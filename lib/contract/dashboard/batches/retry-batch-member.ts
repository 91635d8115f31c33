import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Batch, BatchPath } from "./batch";

export const retryBatchMember = defineOperation({
  id: "retryBatchMember",
  summary: "Retry the failed launch of an agent in a batch",
  method: "POST",
  path: "/dashboard/batches/{batchId}/members/{position}/retry",
  pathParams: BatchPath.extend({ position: z.string().regex(/^[1-9][0-9]?$/, "must be a position in the batch") }),
  response: Batch,
});
