import { createSessionToken } from "@/lib/contract/pools/create-session-token";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { requireServiceAccount } from "../pools/service-account";
import { lockRequest } from "./find-request";
import { mintSessionToken } from "./session-token";

/** Mints another session token for a live claim of the team. */
export const createSessionTokenOperation = implement(createSessionToken, async ({ body, principal }, context) => {
  const account = requireServiceAccount(principal);
  const { id, workerId } = body;
  return context.db.transaction(async (tx) => {
    const row = await lockRequest(tx, account, id, "locked");
    if (!row?.claimId || row.adopted || row.workerId !== workerId) {
      throw apiError.agents(404, "claim_not_found", `No live claim of ${id} by worker ${workerId}`);
    }
    const { agentId, claimId } = row;
    return { id: agentId, workerId, ...(await mintSessionToken(tx, context, account, { agentId, claimId })) };
  });
});
