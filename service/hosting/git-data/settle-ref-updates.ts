import { and, asc, eq, lt } from "drizzle-orm";
import type { Context } from "../../core/context";
import { notify } from "../../core/store/notifications";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { prepareRefs, RefConflict } from "../../git/ref-transaction";
import { noObject, readReference } from "../../git/references";
import type { WithGit } from "../../git/with-git";

/** Longer than references stay locked: what is older and unsettled was left by a crash. */
const underWayMs = 120_000;

/**
 * Finishes moves that a crash cut off between the database's commit and git's. A reference that is neither where it was
 * nor where it was to go has moved on since and is left alone; pull requests follow its later moves, not this one.
 */
export async function settleRefUpdates(
  context: Pick<Context, "db" | "clock" | "log"> & WithGit,
  { alone }: { alone: boolean },
): Promise<void> {
  const oldEnough = alone ? undefined : lt(refUpdates.createdAt, context.clock.now() - underWayMs);
  const rows = await context.db
    .select()
    .from(refUpdates)
    .where(and(eq(refUpdates.settled, false), oldEnough))
    .orderBy(asc(refUpdates.id));
  for (const { id, repositoryId, ref, before, after } of rows) {
    let isOvertaken = false;
    if (await context.repositories.exists(repositoryId)) {
      const dir = context.repositories.path(repositoryId);
      const at = (await readReference(dir, ref)) ?? noObject;
      context.log.warn({ repositoryId, ref, before, after, at }, "a move of a reference was cut off");
      isOvertaken = at !== before && at !== after;
      try {
        if (at === before) await (await prepareRefs(dir, [{ ref, before, after }])).commit();
      } catch (error) {
        if (!(error instanceof RefConflict)) throw error;
        context.log.error({ err: error, repositoryId, ref }, "a move of a reference could not be finished");
      }
    }
    const settled = { settled: true, ...(isOvertaken ? { followed: true } : {}) };
    await context.db.update(refUpdates).set(settled).where(eq(refUpdates.id, id));
  }
  if (rows.length > 0) await notify(context.db, "webhook", "due");
}
