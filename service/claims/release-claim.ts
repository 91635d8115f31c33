import { releaseClaim } from "@/lib/contract/pools/release-claim";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { requireServiceAccount } from "../pools/service-account";
import { release } from "../queue/request-state";
import { transitionRequest } from "../queue/transition-request";
import { lockRequest } from "./find-request";
import { endSessionTokens } from "./session-token";

/**
 * Releases the claim of an agent, whether or not its worker is connected. A run in progress continues; a run waiting for
 * the worker returns to the queue. A lapsed claim that another worker adopted can't be released.
 */
export const releaseClaimOperation = implement(releaseClaim, async ({ params, principal }, context) => {
  const account = requireServiceAccount(principal);
  return context.db.transaction(async (tx) => {
    const row = await lockRequest(tx, account, params.id, "locked");
    if (!row?.workerId || row.adopted) {
      throw apiError.agents(
        404,
        "claim_not_found",
        `No live claim of ${params.id}: it was released, expired or adopted`,
      );
    }
    await endSessionTokens(tx, row.agentId);
    await transitionRequest(tx, row, release(row), context.clock.now());
    return { id: row.agentId, workerId: row.workerId };
  });
});
