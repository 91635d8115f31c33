import { and, eq, isNotNull } from "drizzle-orm";
import { pools, workers } from "../core/store/tables/pools";
import type { Transaction } from "../core/store/transaction";
import type { RequestRow, Surroundings } from "./request-state";

/** How a request stands with a worker, by default the claimed one. */
export async function surroundingsOf(
  tx: Pick<Transaction, "select">,
  row: RequestRow,
  now: number,
  workerId: string | null = row.workerId,
): Promise<Surroundings> {
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
