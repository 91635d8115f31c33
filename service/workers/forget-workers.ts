import { and, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Context } from "../core/context";
import { workers } from "../core/store/tables/pools";

const day = 24 * 3_600_000;
/** A pool's workers are many and come with new ids; a personal machine stays selectable while it is off. */
const keptMs = { pool: 7 * day, machine: 90 * day };

/** Forgets workers that went long ago. Claims for them are those of any worker that is not there. Returns how many. */
export async function forgetWorkers({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const now = clock.now();
  const { rowCount } = await db
    .delete(workers)
    .where(
      and(
        isNull(workers.connectionId),
        or(
          and(isNotNull(workers.poolId), lt(workers.disconnectedAt, now - keptMs.pool)),
          lt(workers.disconnectedAt, now - keptMs.machine),
        ),
      ),
    );
  return rowCount ?? 0;
}
