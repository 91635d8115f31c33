import { eq } from "drizzle-orm";
import { countHistory, mergeBase } from "@/git/history/history";
import { GitError } from "@/git/run-git";
import type { TimelineDetails } from "../../core/store/tables/pull-request-events";
import type { refUpdates } from "../../core/store/tables/ref-updates";
import { users } from "../../core/store/tables/users";
import type { Reader } from "../../core/store/transaction";
import type { ActorRef } from "../actors/actor";

const countTimeoutMs = 5_000;

/**
 * How a push changed a head: its commits are new to both the old head and the base. Without counts if they take too long, or
 * if the old head can't be read.
 */
export async function measurePush(
  dir: string,
  { before, after, baseSha }: { before: string; after: string; baseSha: string },
): Promise<NonNullable<TimelineDetails["push"]>> {
  const timeout = AbortSignal.timeout(countTimeoutMs);
  try {
    const forced = (await mergeBase(dir, before, after, timeout)) !== before;
    return { before, after, forced, commits: await countHistory(dir, after, [before, baseSha], timeout) };
  } catch (error) {
    if (!(error instanceof GitError) && !timeout.aborted) throw error;
    return { before, after };
  }
}

type Updater = Pick<typeof refUpdates.$inferSelect, "userId" | "serviceAccountId" | "appId">;

/** Who updated a reference; `undefined` for the service itself, and for deleted users and accounts. */
export async function updaterOf(
  db: Reader,
  { userId, serviceAccountId, appId }: Updater,
): Promise<ActorRef | undefined> {
  if (serviceAccountId !== null) return { id: serviceAccountId };
  if (userId === null) return appId === null ? undefined : { id: appId };
  const [user] = await db.select({ id: users.actorId }).from(users).where(eq(users.id, userId));
  return user && { id: user.id, appId };
}
