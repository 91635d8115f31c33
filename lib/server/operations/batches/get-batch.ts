import { getBatch } from "@/lib/contract/dashboard/batches/get-batch";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { batchBody, requireBatch } from "./batch-body";

export const getBatchOperation = implementOperation(getBatch, async ({ params, user }) =>
  batchBody(await requireBatch(params.batchId, user), user.id),
);
