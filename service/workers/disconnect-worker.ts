import { eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { pools, workers } from "../core/store/tables/pools";
import { claimsHeldBy, reconcileClaims } from "../queue/reconcile-claims";
import type { RegisteredWorker } from "./registration";

/**
 * Marks a worker as disconnected. Runs claimed for it wait for the pool's reconnect window, or return to the pool at once if
 * it has none; the run it executes gets `workerTimeoutMs` or the window, whichever is longer. Does nothing for a stale
 * connection.
 */
export async function disconnectWorker(
  context: Pick<Context, "db" | "clock" | "log">,
  { connectionId, teamId, workerId, poolId }: Pick<RegisteredWorker, "connectionId" | "teamId" | "workerId" | "poolId">,
): Promise<void> {
  const now = context.clock.now();
  const ended = await retryOnDisconnect(context, () =>
    context.db
      .update(workers)
      .set({ connectionId: null, disconnectedAt: now })
      .where(eq(workers.connectionId, connectionId))
      .returning({ id: workers.id }),
  );
  if (ended.length === 0) return;
  if (poolId !== null) await context.db.update(pools).set({ lastSeenAt: now }).where(eq(pools.id, poolId));
  await reconcileClaims(context, claimsHeldBy(teamId, workerId));
}
