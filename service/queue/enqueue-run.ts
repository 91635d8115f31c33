import { eq } from "drizzle-orm";
import { pendingRequests } from "../core/store/tables/queue";
import type { Transaction } from "../core/store/transaction";
import { readClaimContext } from "./claim-context";
import { enqueue } from "./request-state";
import { transitionRequest } from "./transition-request";

/** Queues a follow-up run of a pool or machine agent, for the claimed worker or for the whole pool. */
export async function enqueueRun(tx: Transaction, agentId: string, runId: string, now: number): Promise<void> {
  const [row] = await tx.select().from(pendingRequests).where(eq(pendingRequests.agentId, agentId)).for("update");
  if (!row) throw new Error(`agent ${agentId} has no request`);
  await transitionRequest(tx, row, enqueue(row, runId, await readClaimContext(tx, row, now)), now);
}
