import { and, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Context } from "../core/context";
import { workers } from "../core/store/tables/pools";

const day = 24 * 3_600_000;
/** Pool workers often get new ids, so they are deleted sooner. Personal machines stay selectable while offline. */
const retentionMs = { pool: 7 * day, machine: 90 * day };

/** Deletes workers that disconnected long ago. Their claims stay and lapse as usual. Returns the number deleted. */
export async function deleteStaleWorkers({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const now = clock.now();
  const { rowCount } = await db
    .delete(workers)
    .where(
      and(
        isNull(workers.connectionId),
        or(
          and(isNotNull(workers.poolId), lt(workers.disconnectedAt, now - retentionMs.pool)),
          lt(workers.disconnectedAt, now - retentionMs.machine),
        ),
      ),
    );
  return rowCount ?? 0;
}
