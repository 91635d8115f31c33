import { eq } from "drizzle-orm";
import { pendingRequests } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import { moveRequest } from "./move-request";
import { leave } from "./request-state";

/** Takes an agent out of the queue for good, whatever its request was: an archived or deleted agent has no claim. */
export async function dropClaim(tx: Transaction, agentId: string, now: number): Promise<void> {
  const [row] = await tx.select().from(pendingRequests).where(eq(pendingRequests.agentId, agentId)).for("update");
  if (!row) return;
  const { change, event } = leave(row);
  const bare = { workerId: null, claimId: null, lapsedWorkerId: null, adopted: false, released: false };
  await moveRequest(tx, row, { change: { ...change, ...bare }, ...(event ? { event } : {}) }, now);
}
