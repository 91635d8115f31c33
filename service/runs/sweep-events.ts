import { and, eq, inArray, isNotNull, lt } from "drizzle-orm";
import type { Context } from "../core/context";
import { runEvents, runs } from "../core/store/tables/agents";

const batch = 200;

/** Deletes the events of runs past retention, whose streams already return 410. Returns the number of runs. */
export async function sweepEvents({
  db,
  clock,
  settings,
}: Pick<Context, "db" | "clock" | "settings">): Promise<number> {
  const limit = clock.now() - settings.streamRetentionSeconds * 1000;
  const expired = await db
    .selectDistinct({ id: runs.id })
    .from(runs)
    .innerJoin(runEvents, eq(runEvents.runId, runs.id))
    .where(and(isNotNull(runs.endedAt), lt(runs.endedAt, limit)))
    .limit(batch);
  if (expired.length === 0) return 0;
  await db.delete(runEvents).where(
    inArray(
      runEvents.runId,
      expired.map(({ id }) => id),
    ),
  );
  return expired.length;
}
