import { and, eq } from "drizzle-orm";
import { pendingRequests } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import { leave } from "./request-state";
import { transitionRequest } from "./transition-request";

/** Removes an ended run from the queue and frees its worker. The claim remains. */
export async function leaveQueue(tx: Transaction, agentId: string, runId: string, now: number): Promise<void> {
  const [row] = await tx
    .select()
    .from(pendingRequests)
    .where(and(eq(pendingRequests.agentId, agentId), eq(pendingRequests.runId, runId)))
    .for("update");
  if (row) await transitionRequest(tx, row, leave(row), now);
}
