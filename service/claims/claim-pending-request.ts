import type { BodyOf } from "@/lib/contract/operation";
import { claimPendingRequest } from "@/lib/contract/pools/claim-pending-request";
import type { Context } from "../core/context";
import { type ApiError, apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { requireServiceAccount, type ServiceAccount } from "../pools/service-account";
import { readClaimContext } from "../queue/claim-context";
import { claim, type RequestRow } from "../queue/request-state";
import { transitionRequest } from "../queue/transition-request";
import { findRequest, lockRequest } from "./find-request";
import { mintSessionToken } from "./session-token";

/** Returns the error for a request that can't be claimed. */
function claimError(row: RequestRow | undefined, id: string): ApiError {
  return row?.workerId && !row.adopted
    ? apiError.agents(409, "already_claimed", `${id} is already claimed; release the claim first`)
    : apiError.agents(404, "request_not_found", `Pending request ${id} not found`);
}

const isClaimed = ({ workerId, adopted }: RequestRow) => workerId !== null && !adopted;

/** The claims this process is making, by database and agent. */
const attempts = new WeakMap<Context["db"], Map<string, Promise<unknown>>>();

/**
 * Makes the attempt once this process makes no other claim of the request, unless the request is claimed by then. Callers
 * that race for a request wait here instead of each holding a connection and a transaction, and most of them find it claimed
 * with one shared read.
 */
async function inTurn<T>({ db }: Context, account: ServiceAccount, id: string, attempt: () => Promise<T>): Promise<T> {
  const running = attempts.get(db) ?? new Map<string, Promise<unknown>>();
  attempts.set(db, running);
  for (;;) {
    const seen = await findRequest(db, account, id);
    if (!seen || isClaimed(seen)) throw claimError(seen, id);
    const { agentId } = seen;
    const other = running.get(agentId);
    if (!other) {
      const made = attempt();
      const over = () => running.delete(agentId);
      running.set(agentId, made.then(over, over));
      return made;
    }
    await other;
  }
}

/** Creates the claim and its session token in one transaction. Returns undefined if the request can't be claimed. */
async function claimOnce(context: Context, account: ServiceAccount, body: BodyOf<typeof claimPendingRequest>) {
  const { db, clock, ids } = context;
  const { id, workerId, sessionToken } = body;
  return db.transaction(async (tx) => {
    const row = await lockRequest(tx, account, id, "claimable");
    if (!row) return undefined;
    const { agentId } = row;
    const claimId = ids.uuid();
    const token = sessionToken ? await mintSessionToken(tx, context, account, { agentId, claimId }) : {};
    const now = clock.now();
    const state = await readClaimContext(tx, row, now, workerId);
    await transitionRequest(tx, row, claim(row, workerId, claimId, state), now);
    return { id: agentId, workerId, ...token };
  });
}

/**
 * Reserves a pending request, or an agent without a live claim, for a worker that may not exist yet. Of concurrent
 * claims exactly one succeeds.
 */
export const claimPendingRequestOperation = implement(claimPendingRequest, async ({ body, principal }, context) => {
  const account = requireServiceAccount(principal);
  const claimed = await inTurn(context, account, body.id, () => claimOnce(context, account, body));
  if (!claimed) throw claimError(await findRequest(context.db, account, body.id), body.id);
  return claimed;
});
