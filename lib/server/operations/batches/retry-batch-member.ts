import { retryBatchMember } from "@/lib/contract/dashboard/batches/retry-batch-member";
import { retryMember } from "@/lib/server/db/batches";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { batchBody, requireBatch } from "./batch-body";

/** Only its owner can retry a launch: it acts for them, and can have their secrets. */
export const retryBatchMemberOperation = implementOperation(retryBatchMember, async ({ params, user, note }) => {
  const found = await requireBatch(params.batchId, user);
  const { batch, ownerName } = found;
  if (batch.userId !== user.id) {
    const message = `Only ${ownerName} can retry launches in this batch.`;
    throw new OperationError({ status: 403, code: "batch_not_yours", message });
  }
  const position = Number(params.position);
  const member = found.members.find((each) => each.position === position);
  if (!member) {
    const message = `position: the batch has no agent ${position}`;
    throw new OperationError({ status: 404, code: "batch_member_not_found", message, field: "position" });
  }
  if (!(await retryMember(await dashboardStore(), batch.id, position))) {
    throw new OperationError({ status: 409, code: "not_failed", message: "The launch of this agent hasn't failed." });
  }
  note({ position });
  return batchBody(await requireBatch(batch.id, user), user.id);
});
