import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import type { Context } from "../core/context";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { pendingRequests } from "../core/store/tables/queue";
import { readClaimContext } from "./claim-context";
import { reconcile } from "./request-state";
import { transitionRequest } from "./transition-request";

/**
 * Updates waiting claims whose worker connected or disconnected, or whose deadline passed. `skipLocked`: leaves claims that
 * another transaction has locked to the next sweep. Idempotent.
 */
export async function reconcileClaims(
  context: Pick<Context, "db" | "clock" | "log">,
  which: SQL | undefined,
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<void> {
  await retryOnDisconnect(context, () =>
    context.db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(pendingRequests)
        .where(and(inArray(pendingRequests.state, ["claimed", "claimed_offline"]), which))
        .orderBy(asc(pendingRequests.agentId))
        .for("update", skipLocked ? { skipLocked } : {});
      const now = context.clock.now();
      for (const row of rows) {
        const transition = reconcile(row, await readClaimContext(tx, row, now));
        if (transition) await transitionRequest(tx, row, transition, now);
      }
    }),
  );
}

/** Condition for the claims of a worker. */
export function claimsHeldBy(teamId: number, workerId: string): SQL | undefined {
  return and(eq(pendingRequests.teamId, teamId), eq(pendingRequests.workerId, workerId));
}
