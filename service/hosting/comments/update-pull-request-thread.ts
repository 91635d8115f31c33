import { and, eq } from "drizzle-orm";
import { updatePullRequestThread } from "@/lib/contract/hosting/comments/update-pull-request-thread";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { commentThreads } from "../../core/store/tables/reviews";
import { requireRepository } from "../access/repository-access";
import { type ActorRef, actorOf } from "../actors/actor";
import { findVersions } from "../pulls/find-version";
import { recordTimelineEvent } from "../pulls/record-timeline-event";
import { threadBody } from "./comment-body";

type ThreadRow = typeof commentThreads.$inferSelect;

/** Returns the thread with its new state, which another request can have set before. */
async function setResolved(
  context: Pick<Context, "db" | "clock">,
  { thread, by }: { thread: ThreadRow; by: ActorRef },
  resolved: boolean,
): Promise<ThreadRow> {
  const { id, path, pullRequestId } = thread;
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const [current] = await tx.select().from(commentThreads).where(eq(commentThreads.id, id)).for("update");
    if (!current) throw apiError.repohost("NotFound", "Thread not found");
    if ((current.resolvedAt !== null) === resolved) return current;
    const change = { resolvedAt: resolved ? now : null, updatedAt: now };
    await tx.update(commentThreads).set(change).where(eq(commentThreads.id, id));
    const details = { thread: { id, ...(path === "" ? {} : { path }) } };
    const type = resolved ? "thread_resolved" : "thread_reopened";
    await recordTimelineEvent(tx, context, { id: pullRequestId }, { type, by, details });
    return { ...current, ...change };
  });
}

/** Resolving a resolved thread, or reopening an open one, changes nothing. */
export const updatePullRequestThreadOperation = implement(
  updatePullRequestThread,
  async ({ principal, params, body }, context) => {
    const repository = await requireRepository(context, principal, params);
    const [found] = await context.db
      .select({ thread: commentThreads })
      .from(commentThreads)
      .innerJoin(pullRequests, eq(pullRequests.id, commentThreads.pullRequestId))
      .where(and(eq(commentThreads.id, params.threadId), eq(pullRequests.repositoryId, repository.id)));
    if (!found) throw apiError.repohost("NotFound", "Thread not found");
    const thread = await setResolved(context, { ...found, by: await actorOf(context, principal) }, body.resolved);
    const versions = await findVersions(context.db, thread.pullRequestId, [thread.version]);
    return threadBody(thread, versions.get(thread.version));
  },
);
