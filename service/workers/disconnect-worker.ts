import { eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { persist } from "../core/store/retry-on-disconnect";
import { pools, workers } from "../core/store/tables/pools";
import { claimsOf, settleClaims } from "../queue/settle-claims";
import type { RegisteredWorker } from "./registration";

/**
 * A connection ended: the worker leaves the lists. Runs that wait for it wait for the pool's reconnect window, or go back
 * to the pool at once where there is none; the run it executes is given `lostWorkerMs` or the window, whichever is longer.
 * A stale connection ends without a trace.
 */
export async function disconnectWorker(
  context: Pick<Context, "db" | "clock" | "log">,
  { connectionId, teamId, workerId, poolId }: Pick<RegisteredWorker, "connectionId" | "teamId" | "workerId" | "poolId">,
): Promise<void> {
  const now = context.clock.now();
  const ended = await persist(context, () =>
    context.db
      .update(workers)
      .set({ connectionId: null, disconnectedAt: now })
      .where(eq(workers.connectionId, connectionId))
      .returning({ id: workers.id }),
  );
  if (ended.length === 0) return;
  if (poolId !== null) await context.db.update(pools).set({ lastSeenAt: now }).where(eq(pools.id, poolId));
  await settleClaims(context, claimsOf(teamId, workerId));
}
