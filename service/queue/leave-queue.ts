import { and, eq } from "drizzle-orm";
import { pendingRequests } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import { moveRequest } from "./move-request";
import { leave } from "./request-state";

/** A run ended: its agent's request no longer waits for a worker, and no longer occupies one. The claim stays. */
export async function leaveQueue(tx: Transaction, agentId: string, runId: string, now: number): Promise<void> {
  const [row] = await tx
    .select()
    .from(pendingRequests)
    .where(and(eq(pendingRequests.agentId, agentId), eq(pendingRequests.runId, runId)))
    .for("update");
  if (row) await moveRequest(tx, row, leave(row), now);
}
