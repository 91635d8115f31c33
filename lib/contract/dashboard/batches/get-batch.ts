import { defineOperation } from "../../define-operation";
import { Batch, BatchPath } from "./batch";

export const getBatch = defineOperation({
  id: "getBatch",
  summary: "Get a batch and the launches of its agents",
  method: "GET",
  path: "/dashboard/batches/{batchId}",
  pathParams: BatchPath,
  response: Batch,
});
