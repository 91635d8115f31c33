import { and, eq, gte } from "drizzle-orm";
import type { Service } from "../../core/context";
import { persist } from "../../core/store/retry-on-disconnect";
import { refUpdates } from "../../core/store/tables/ref-updates";
import type { Transaction } from "../../core/store/transaction";
import type { RefUpdate } from "../../git/push-hooks";
import { type RefActor, recordRefUpdates } from "./move-references";
import { describePush } from "./push-event";

/**
 * Writes down what a push has moved in git, once. A database that goes away meanwhile is waited for: until the next start
 * nobody else would see that the references have moved.
 */
export async function recordPush(
  service: Pick<Service, "db" | "clock" | "ids" | "log" | "objects" | "repositories">,
  { repositoryId, actor, updates }: { repositoryId: string; actor: RefActor; updates: readonly RefUpdate[] },
): Promise<void> {
  const [first] = updates;
  if (!first) return;
  const begunAt = service.clock.now();
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
  await persist(service, async () => {
    const push = await describePush(service, repositoryId, updates);
    await service.db.transaction(async (tx) => {
      if (isTried && (await isRecorded(tx))) return;
      isTried = true;
      await recordRefUpdates(tx, service, { repositoryId, actor, updates, settled: true, push });
    });
  });
}
