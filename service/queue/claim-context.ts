import { and, eq, isNotNull } from "drizzle-orm";
import { pools, workers } from "../core/store/tables/pools";
import type { Transaction } from "../core/store/transaction";
import type { ClaimContext, RequestRow } from "./request-state";

/** Reads whether a request's worker is connected and its pool's reconnect window. `workerId` defaults to the claimed worker. */
export async function readClaimContext(
  tx: Pick<Transaction, "select">,
  row: RequestRow,
  now: number,
  workerId: string | null = row.workerId,
): Promise<ClaimContext> {
  const [pool] = await tx
    .select({ seconds: pools.workerReadyTimeoutSeconds, workerId: workers.id })
    .from(pools)
    .leftJoin(
      workers,
      and(
        eq(workers.teamId, row.teamId),
        eq(workers.id, workerId ?? ""),
        eq(workers.poolId, pools.id),
        isNotNull(workers.connectionId),
      ),
    )
    .where(eq(pools.id, row.poolId ?? ""));
  return { now, connected: (pool?.workerId ?? null) !== null, windowMs: (pool?.seconds ?? 0) * 1000 };
}
