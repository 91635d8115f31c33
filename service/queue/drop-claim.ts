import { eq } from "drizzle-orm";
import { pendingRequests } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import { leave } from "./request-state";
import { transitionRequest } from "./transition-request";

/** Removes an archived or deleted agent from the queue and ends its claim. */
export async function dropClaim(tx: Transaction, agentId: string, now: number): Promise<void> {
  const [row] = await tx.select().from(pendingRequests).where(eq(pendingRequests.agentId, agentId)).for("update");
  if (!row) return;
  const { change, event } = leave(row);
  const noClaim = { workerId: null, claimId: null, lapsedWorkerId: null, adopted: false, released: false };
  await transitionRequest(tx, row, { change: { ...change, ...noClaim }, ...(event ? { event } : {}) }, now);
}
