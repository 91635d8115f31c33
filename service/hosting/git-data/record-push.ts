import { and, eq, gte } from "drizzle-orm";
import type { RefUpdate } from "@/git/refs/ref-update";
import type { PushBypass } from "@/git/transport/push-hooks";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../../core/context";
import { retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import { refUpdates } from "../../core/store/tables/ref-updates";
import type { Transaction } from "../../core/store/transaction";
import { recordBypasses } from "../rulesets/record-bypasses";
import { describePush } from "./push-event";
import { type RefActor, recordRefUpdates } from "./update-refs";

interface Push {
  repositoryId: string;
  actor: RefActor;
  updates: readonly RefUpdate[];
  /** Rules that the pusher bypassed. */
  bypass?: PushBypass | undefined;
}

async function recordPushBypasses(
  tx: Transaction,
  context: Pick<Context, "clock">,
  { repositoryId, actor, updates, bypass }: Push,
) {
  if (!bypass || actor === "service" || actor === "mirror" || actor.kind === "merge") return undefined;
  return recordBypasses(tx, context, { repositoryId, change: "push", principal: actor, updates, ...bypass });
}

/**
 * Records a push's ref updates exactly once. Waits for a disconnected database, because otherwise the updates would go
 * unnoticed until the next start.
 */
export async function recordPush(
  context: Pick<Context, "db" | "clock" | "ids" | "log"> & WithGit,
  input: Push,
): Promise<void> {
  const { repositoryId, actor, updates } = input;
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
    const push = await describePush(context, context.db, repositoryId, updates);
    await context.db.transaction(async (tx) => {
      if (isRetry && (await isRecorded(tx))) return;
      isRetry = true;
      const bypasses = await recordPushBypasses(tx, context, input);
      await recordRefUpdates(tx, context, { repositoryId, actor, updates, settled: true, push, bypasses });
    });
  });
}
