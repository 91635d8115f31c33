import { claimPendingRequest } from "@/lib/contract/pools/claim-pending-request";
import { implement } from "../core/http/implement";
import { type Refusal, refuse } from "../core/http/refusal";
import { asServiceAccount } from "../pools/service-account";
import { moveRequest } from "../queue/move-request";
import { surroundingsOf } from "../queue/request-environment";
import { claim, type RequestRow } from "../queue/request-state";
import { findRequest } from "./find-request";
import { mintSessionToken } from "./session-token";

/** Says why a request may not be claimed. */
function refusal(row: RequestRow | undefined, id: string): Refusal {
  return row?.workerId
    ? refuse.agents(409, "already_claimed", `${id} is claimed; release the claim first`)
    : refuse.agents(404, "request_not_found", `No pending request ${id}`);
}

/**
 * Reserves a pending request, or an agent whose claim was released, for a worker that need not be there yet. Of many at
 * once one gets it; claim and token are one transaction.
 */
export const claimPendingRequestOperation = implement(claimPendingRequest, async ({ body, principal }, context) => {
  const account = asServiceAccount(principal);
  const { id, workerId, sessionToken } = body;
  const { db, clock, ids } = context;
  // Who has lost already need not stand in line for the row.
  const seen = await findRequest(db, account, id, "none");
  if (!seen || seen.workerId !== null) throw refusal(seen, id);
  const claimed = await db.transaction(async (tx) => {
    const row = await findRequest(tx, account, id, "claimable");
    if (!row) return undefined;
    const { agentId } = row;
    const claimId = ids.uuid();
    const token = sessionToken ? await mintSessionToken(tx, context, account, { agentId, claimId }) : {};
    const now = clock.now();
    await moveRequest(tx, row, claim(row, workerId, claimId, await surroundingsOf(tx, row, now, workerId)), now);
    return { id: agentId, workerId, ...token };
  });
  if (!claimed) throw refusal(await findRequest(db, account, id, "none"), id);
  return claimed;
});
