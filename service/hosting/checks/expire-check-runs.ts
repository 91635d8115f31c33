import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { checkRuns, checkSuites } from "../../core/store/tables/checks";
import { recordCheckRunEvent } from "./check-event";

/**
 * Completes runs past their deadline as timed out and returns their ids. The provider's timestamp is kept, so a late
 * result from the provider still counts.
 */
export async function expireCheckRuns(context: Pick<Context, "db" | "clock" | "ids">): Promise<string[]> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const runs = await tx
      .update(checkRuns)
      .set({
        status: "completed",
        conclusion: "timed_out",
        completedAt: sql`coalesce(${checkRuns.completedAt}, ${now})`,
        updatedAt: now,
      })
      .where(and(eq(checkRuns.status, "in_progress"), lt(checkRuns.deadlineAt, now)))
      .returning();
    const suiteIds = [...new Set(runs.map(({ suiteId }) => suiteId))];
    const suites =
      suiteIds.length > 0 ? await tx.select().from(checkSuites).where(inArray(checkSuites.id, suiteIds)) : [];
    for (const run of runs) {
      const suite = suites.find(({ id }) => id === run.suiteId);
      if (suite) await recordCheckRunEvent(tx, context, "repository.check_run.completed", { run, suite });
    }
    return runs.map(({ id }) => id);
  });
}
