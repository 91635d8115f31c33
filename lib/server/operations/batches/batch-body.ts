import type { Batch, BatchMember } from "@/lib/contract/dashboard/batch";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { type BatchMemberRow, findBatch, type StoredBatch } from "@/lib/server/db/batches";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";

function memberBody(row: BatchMemberRow): BatchMember {
  const { position, state, agentId, problem, model, repositories, attempt } = row;
  return {
    ...{ position, state, model: model?.id ?? "", repositories, attempt },
    // The id is chosen before the launch.
    ...(state === "launched" && agentId !== null ? { agentId } : {}),
    ...(problem === null ? {} : { problem }),
  };
}

/** A batch as returned to the user with id `me`. */
export const batchBody = ({ batch, ownerName, members }: StoredBatch, me: string): Batch => ({
  id: batch.id,
  name: batch.name,
  prompt: batch.prompt,
  owner: { id: batch.personId, name: ownerName, me: batch.personId === me },
  createdAt: batch.createdAt.toISOString(),
  members: members.map(memberBody),
});

/** Throws if there is no batch with this id. */
export async function requireBatch(id: string): Promise<StoredBatch> {
  const found = await findBatch(await dashboardStore(), { source: indexSource(dashboardSettings()), id });
  if (found) return found;
  throw new OperationError({ status: 404, code: "batch_not_found", message: "Batch not found.", field: "batchId" });
}
