import { and, asc, eq, lt } from "drizzle-orm";
import { prepareRefs, RefConflict } from "@/git/refs/ref-transaction";
import { noObject, readReference } from "@/git/refs/references";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../../core/context";
import { notify } from "../../core/store/notifications";
import { refUpdates } from "../../core/store/tables/ref-updates";

/** Longer than any ref lock: older unsettled updates were left by a crash. */
const maxInFlightMs = 120_000;

/**
 * Finishes ref updates that a crash interrupted between the database's commit and git's. A ref at neither `before` nor
 * `after` has moved since and is left alone; pull requests follow its later updates instead.
 */
export async function settleRefUpdates(
  context: Pick<Context, "db" | "clock" | "log"> & WithGit,
  { alone }: { alone: boolean },
): Promise<void> {
  const oldEnough = alone ? undefined : lt(refUpdates.createdAt, context.clock.now() - maxInFlightMs);
  const rows = await context.db
    .select()
    .from(refUpdates)
    .where(and(eq(refUpdates.settled, false), oldEnough))
    .orderBy(asc(refUpdates.id));
  for (const { id, repositoryId, ref, before, after } of rows) {
    let isSuperseded = false;
    if (await context.repositories.exists(repositoryId)) {
      const dir = context.repositories.path(repositoryId);
      const at = (await readReference(dir, ref)) ?? noObject;
      context.log.warn({ repositoryId, ref, before, after, at }, "finishing interrupted ref update");
      isSuperseded = at !== before && at !== after;
      try {
        if (at === before) await (await prepareRefs(dir, [{ ref, before, after }])).commit();
      } catch (error) {
        if (!(error instanceof RefConflict)) throw error;
        context.log.error({ err: error, repositoryId, ref }, "couldn't finish interrupted ref update");
      }
    }
    const settled = { settled: true, ...(isSuperseded ? { followed: true } : {}) };
    await context.db.update(refUpdates).set(settled).where(eq(refUpdates.id, id));
  }
  if (rows.length > 0) await notify(context.db, "webhook", "due");
}
