import { and, eq, gte } from "drizzle-orm";
import type { Context } from "../../core/context";
import { retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import { type BypassedByRef, refUpdates } from "../../core/store/tables/ref-updates";
import type { Transaction } from "../../core/store/transaction";
import type { RefUpdate } from "../../git/push-hooks";
import type { WithGit } from "../../git/with-git";
import { describePush } from "./push-event";
import { type RefActor, recordRefUpdates } from "./update-refs";

/**
 * Records a push's ref updates exactly once. Waits for a disconnected database, because otherwise the updates would go
 * unnoticed until the next start.
 */
export async function recordPush(
  context: Pick<Context, "db" | "clock" | "ids" | "log"> & WithGit,
  given: {
    repositoryId: string;
    actor: RefActor;
    updates: readonly RefUpdate[];
    bypassed?: BypassedByRef | undefined;
  },
): Promise<void> {
  const { repositoryId, updates } = given;
  const [first] = updates;
  if (!first) return;
  const startedAt = context.clock.now();
  /** An earlier attempt may have committed without confirmation. */
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
          gte(refUpdates.createdAt, startedAt),
        ),
      )
      .limit(1);
    return rows.length > 0;
  };
  let isRetry = false;
  await retryOnDisconnect(context, async () => {
    const push = await describePush(context, repositoryId, updates);
    await context.db.transaction(async (tx) => {
      if (isRetry && (await isRecorded(tx))) return;
      isRetry = true;
      await recordRefUpdates(tx, context, { ...given, settled: true, push });
    });
  });
}
