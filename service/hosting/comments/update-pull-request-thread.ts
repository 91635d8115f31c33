import { and, eq } from "drizzle-orm";
import { updatePullRequestThread } from "@/lib/contract/hosting/comments/update-pull-request-thread";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { commentThreads } from "../../core/store/tables/reviews";
import { requireRepository } from "../access/repository-access";
import { findVersions } from "../pulls/find-version";
import { threadBody } from "./comment-body";

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
    let { thread } = found;
    if ((thread.resolvedAt !== null) !== body.resolved) {
      const now = context.clock.now();
      const [changed] = await context.db
        .update(commentThreads)
        .set({ resolvedAt: body.resolved ? now : null, updatedAt: now })
        .where(eq(commentThreads.id, thread.id))
        .returning();
      if (!changed) throw apiError.repohost("NotFound", "Thread not found");
      thread = changed;
    }
    const versions = await findVersions(context.db, thread.pullRequestId, [thread.version]);
    return threadBody(thread, versions.get(thread.version));
  },
);
