import { and, eq } from "drizzle-orm";
import type { CommentTarget } from "@/lib/contract/hosting/comment";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { commentThreads, pullComments } from "../../core/store/tables/reviews";
import type { Transaction } from "../../core/store/transaction";
import type { WithGit } from "../../git/with-git";
import type { ActorRef } from "../actors/actor";
import type { PullRequestRow, VersionRow } from "../pulls/pull-request-row";
import { type Anchor, checkTarget, resolveAnchor } from "./anchor";
import type { CommentRow, ThreadRow } from "./comment-body";

/** A comment with a validated target: a new thread's anchor, or an existing thread. */
export interface ResolvedComment {
  body: string;
  target: Anchor | { threadId: string };
}

export interface WrittenComment {
  comment: CommentRow;
  thread: ThreadRow;
  /** True for the first comment of its thread. */
  opensThread: boolean;
}

type GivenComment = CommentTarget & { body: string; versionNumber?: string | undefined };

/** Validates the targets of all comments before anything is written. `at` prefixes field names. */
export async function resolveCommentTargets(
  context: Pick<Context, "db"> & WithGit,
  pull: PullRequestRow,
  version: VersionRow,
  given: readonly { comment: GivenComment; at: string }[],
): Promise<ResolvedComment[]> {
  for (const { comment, at } of given) checkTarget(comment, at);
  const reader = context.objects.of(context.repositories.path(pull.repositoryId));
  const placed: ResolvedComment[] = [];
  for (const { comment, at } of given) {
    const { body, threadId } = comment;
    if (threadId === undefined) {
      placed.push({ body, target: await resolveAnchor(reader, version, comment, at) });
      continue;
    }
    const [thread] = await context.db
      .select({ id: commentThreads.id })
      .from(commentThreads)
      .where(and(eq(commentThreads.id, threadId), eq(commentThreads.pullRequestId, pull.id)));
    if (!thread) {
      const field = `${at}threadId`;
      throw apiError.repohost("InvalidArgument", `${field}: thread not found in this pull request`, field);
    }
    placed.push({ body, target: { threadId } });
  }
  return placed;
}

/** Writes comments and returns them with their threads. A reply doesn't reopen a resolved thread. */
export async function writeComments(
  tx: Transaction,
  ids: Context["ids"],
  given: {
    pull: PullRequestRow;
    version: VersionRow;
    author: ActorRef;
    reviewId: string | null;
    comments: readonly ResolvedComment[];
    now: number;
  },
): Promise<WrittenComment[]> {
  const { pull, version, author, reviewId, now } = given;
  const written: WrittenComment[] = [];
  for (const { body, target } of given.comments) {
    const thread = "threadId" in target ? target.threadId : ids.typed("cth");
    const [threadRow] =
      "threadId" in target
        ? await tx.update(commentThreads).set({ updatedAt: now }).where(eq(commentThreads.id, thread)).returning()
        : await tx
            .insert(commentThreads)
            .values({
              id: thread,
              pullRequestId: pull.id,
              version: version.number,
              ...target,
              createdAt: now,
              updatedAt: now,
            })
            .returning();
    // The thread's last comment may have been deleted since validation.
    if (!threadRow) throw apiError.repohost("InvalidArgument", "threadId: the thread was deleted", "threadId");
    const [comment] = await tx
      .insert(pullComments)
      .values({
        id: ids.typed("cmt"),
        pullRequestId: pull.id,
        threadId: thread,
        reviewId,
        authorId: author.id,
        authorAppId: author.appId ?? null,
        body,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (comment) written.push({ comment, thread: threadRow, opensThread: !("threadId" in target) });
  }
  await tx.update(pullRequests).set({ updatedAt: now }).where(eq(pullRequests.id, pull.id));
  return written;
}
