import { and, eq, gte } from "drizzle-orm";
import type { Context } from "../../core/context";
import { retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import { refUpdates } from "../../core/store/tables/ref-updates";
import type { Transaction } from "../../core/store/transaction";
import type { RefUpdate } from "../../git/push-hooks";
import type { WithGit } from "../../git/with-git";
import { type RefActor, recordRefUpdates } from "./move-references";
import { describePush } from "./push-event";

/**
 * Writes down what a push has moved in git, once. A database that goes away meanwhile is waited for: until the next start
 * nobody else would see that the references have moved.
 */
export async function recordPush(
  context: Pick<Context, "db" | "clock" | "ids" | "log"> & WithGit,
  { repositoryId, actor, updates }: { repositoryId: string; actor: RefActor; updates: readonly RefUpdate[] },
): Promise<void> {
  const [first] = updates;
  if (!first) return;
  const begunAt = context.clock.now();
  /** An earlier try may have been committed and not confirmed. */
  const isRecorded = async (tx: Transaction) => {
    const rows = await tx
      .select({ id: refUpdates.id })
      .from(refUpdates)
      .where(
        and(
          eq(refUpdates.repositoryId, repositoryId),
          eq(refUpdates.ref, first.ref),
          eq(refUpdates.before, first.before),
          eq(refUpdates.after, first.after),
          gte(refUpdates.createdAt, begunAt),
        ),
      )
      .limit(1);
    return rows.length > 0;
  };
  let isTried = false;
  await retryOnDisconnect(context, async () => {
    const push = await describePush(context, repositoryId, updates);
    await context.db.transaction(async (tx) => {
      if (isTried && (await isRecorded(tx))) return;
      isTried = true;
      await recordRefUpdates(tx, context, { repositoryId, actor, updates, settled: true, push });
    });
  });
}
