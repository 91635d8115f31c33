import { claimPendingRequest } from "@/lib/contract/pools/claim-pending-request";
import { type ApiError, apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { requireServiceAccount } from "../pools/service-account";
import { readClaimContext } from "../queue/claim-context";
import { claim, type RequestRow } from "../queue/request-state";
import { transitionRequest } from "../queue/transition-request";
import { findRequest } from "./find-request";
import { mintSessionToken } from "./session-token";

/** Returns the error for a request that can't be claimed. */
function claimError(row: RequestRow | undefined, id: string): ApiError {
  return row?.workerId && !row.adopted
    ? apiError.agents(409, "already_claimed", `${id} is already claimed; release the claim first`)
    : apiError.agents(404, "request_not_found", `Pending request ${id} not found`);
}

/**
 * Reserves a pending request, or an agent without a live claim, for a worker that may not exist yet. Of concurrent
 * claims exactly one succeeds. The claim and its session token are created in one transaction.
 */
export const claimPendingRequestOperation = implement(claimPendingRequest, async ({ body, principal }, context) => {
  const account = requireServiceAccount(principal);
  const { id, workerId, sessionToken } = body;
  const { db, clock, ids } = context;
  // Fail fast without waiting for the row lock.
  const seen = await findRequest(db, account, id, "none");
  if (!seen || (seen.workerId !== null && !seen.adopted)) throw claimError(seen, id);
  const claimed = await db.transaction(async (tx) => {
    const row = await findRequest(tx, account, id, "claimable");
    if (!row) return undefined;
    const { agentId } = row;
    const claimId = ids.uuid();
    const token = sessionToken ? await mintSessionToken(tx, context, account, { agentId, claimId }) : {};
    const now = clock.now();
    await transitionRequest(
      tx,
      row,
      claim(row, workerId, claimId, await readClaimContext(tx, row, now, workerId)),
      now,
    );
    return { id: agentId, workerId, ...token };
  });
  if (!claimed) throw claimError(await findRequest(db, account, id, "none"), id);
  return claimed;
});
