import { releaseClaim } from "@/lib/contract/pools/release-claim";
import { implement } from "../core/http/implement";
import { refuse } from "../core/http/refusal";
import { asServiceAccount } from "../pools/service-account";
import { moveRequest } from "../queue/move-request";
import { release } from "../queue/request-state";
import { findRequest } from "./find-request";
import { endSessionTokens } from "./session-token";

/**
 * Drops the claim of an agent, wherever its worker is: a turn under way goes on, a run that waits for the worker goes
 * back to the queue. A claim that another worker adopted after it had lapsed is not the releaser's any more.
 */
export const releaseClaimOperation = implement(releaseClaim, async ({ params, principal }, context) => {
  const account = asServiceAccount(principal);
  return context.db.transaction(async (tx) => {
    const row = await findRequest(tx, account, params.id, "locked");
    if (!row?.workerId || row.adopted) {
      throw refuse.agents(404, "claim_not_found", `No live claim of ${params.id}: released, expired or adopted`);
    }
    await endSessionTokens(tx, row.agentId);
    await moveRequest(tx, row, release(row), context.clock.now());
    return { id: row.agentId, workerId: row.workerId };
  });
});
