import { and, eq } from "drizzle-orm";
import type { ChangedFile } from "@/git/diffs/changed-files";
import type { WithGit } from "@/git/with-git";
import type { CommentTarget } from "@/lib/contract/hosting/comment";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { commentThreads, pullComments } from "../../core/store/tables/reviews";
import type { Transaction } from "../../core/store/transaction";
import type { ActorRef } from "../actors/actor";
import { requireVersion } from "../pulls/find-version";
import type { FoundPullRequest, PullRequestRow, VersionRow } from "../pulls/pull-request-row";
import { type Anchor, changesOfVersion, checkTarget, resolveAnchor } from "./anchor";
import type { CommentRow, ThreadRow } from "./comment-body";

/** A comment with a validated target: a new thread's anchor, or an existing thread. */
export interface ResolvedComment {
  body: string;
  target: (Anchor & { version: number }) | { threadId: string };
}

export interface WrittenComment {
  comment: CommentRow;
  thread: ThreadRow;
  /** True for the first comment of its thread. */
  opensThread: boolean;
}

type CommentInput = CommentTarget & { body: string; versionNumber?: string | undefined };

/** The comments of a review with the prefixes of their field names. */
export const nameComments = (comments: readonly CommentInput[]) =>
  comments.map((comment, index) => ({ comment, at: `comments.${index}.` }));

/**
 * Validates the targets of all comments before anything is written. Comments without a version are on `version`. `at`
 * prefixes field names.
 */
export async function resolveCommentTargets(
  context: Pick<Context, "db"> & WithGit,
  found: FoundPullRequest,
  version: VersionRow,
  input: readonly { comment: CommentInput; at: string }[],
): Promise<ResolvedComment[]> {
  for (const { comment, at } of input) checkTarget(comment, at);
  const reader = context.objects.of(context.repositories.path(found.pull.repositoryId));
  const versions = new Map<number, { row: VersionRow; changes?: readonly ChangedFile[] }>([
    [version.number, { row: version }],
  ]);
  const versionOf = async (versionNumber: string | undefined) => {
    const number = Number(versionNumber ?? 0) || version.number;
    const known = versions.get(number) ?? { row: await requireVersion(context.db, found, versionNumber) };
    versions.set(number, known);
    return known;
  };
  const placed: ResolvedComment[] = [];
  for (const { comment, at } of input) {
    const { body, threadId, versionNumber } = comment;
    if (threadId === undefined) {
      const on = await versionOf(versionNumber);
      const changes = async () => (on.changes ??= await changesOfVersion(reader, on.row));
      placed.push({
        body,
        target: { ...(await resolveAnchor(reader, changes, comment, at)), version: on.row.number },
      });
      continue;
    }
    const [thread] = await context.db
      .select({ id: commentThreads.id })
      .from(commentThreads)
      .where(and(eq(commentThreads.id, threadId), eq(commentThreads.pullRequestId, found.pull.id)));
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
  input: {
    pull: PullRequestRow;
    author: ActorRef;
    reviewId: string | null;
    comments: readonly ResolvedComment[];
    now: number;
  },
): Promise<WrittenComment[]> {
  const { pull, author, reviewId, now } = input;
  const written: WrittenComment[] = [];
  for (const { body, target } of input.comments) {
    const thread = "threadId" in target ? target.threadId : ids.typed("cth");
    const [threadRow] =
      "threadId" in target
        ? await tx.update(commentThreads).set({ updatedAt: now }).where(eq(commentThreads.id, thread)).returning()
        : await tx
            .insert(commentThreads)
            .values({
              id: thread,
              pullRequestId: pull.id,
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
