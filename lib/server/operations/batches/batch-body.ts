import type { Batch, BatchMember } from "@/lib/contract/dashboard/batches/batch";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import type { User } from "@/lib/server/auth/session-reader";
import { type BatchMemberRow, findBatch, type StoredBatch } from "@/lib/server/db/batches";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";

function memberBody(row: BatchMemberRow): BatchMember {
  const { position, state, agentId, problem, model, repositories, attempt } = row;
  return {
    position,
    state,
    model: model?.id ?? "",
    repositories,
    attempt,
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
  owner: { id: batch.userId, name: ownerName, me: batch.userId === me },
  createdAt: batch.createdAt.toISOString(),
  members: members.map(memberBody),
});

/** Throws if there is no batch with this id that the user can see. */
export async function requireBatch(id: string, user: User): Promise<StoredBatch> {
  const found = await findBatch(await dashboardStore(), await agentScopeOf(user), id);
  if (found) return found;
  throw new OperationError({ status: 404, code: "batch_not_found", message: "Batch not found.", field: "batchId" });
}
