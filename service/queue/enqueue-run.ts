import { eq } from "drizzle-orm";
import { pendingRequests } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import { moveRequest } from "./move-request";
import { surroundingsOf } from "./request-environment";
import { enqueue } from "./request-state";

/** Puts a follow-up run of an agent of a pool or machine where it belongs: to its worker, or into the queue. */
export async function enqueueRun(tx: Transaction, agentId: string, runId: string, now: number): Promise<void> {
  const [row] = await tx.select().from(pendingRequests).where(eq(pendingRequests.agentId, agentId)).for("update");
  if (!row) throw new Error(`agent ${agentId} has no request`);
  await moveRequest(tx, row, enqueue(row, runId, await surroundingsOf(tx, row, now)), now);
}
