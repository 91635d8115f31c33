import type { CommentThread, PullRequestComment } from "@/lib/contract/hosting/comment";
import { isoTime } from "@/lib/core/clock";
import type { commentThreads, pullComments } from "../../core/store/tables/reviews";
import { actorBodies, type Readable } from "../actors/actor";
import { findVersions, versionReference } from "../pulls/find-version";
import type { VersionRow } from "../pulls/pull-request-row";
import { reactionsTo } from "./reactions";

export type ThreadRow = typeof commentThreads.$inferSelect;
export type CommentRow = typeof pullComments.$inferSelect;

/** A thread's response body (specification, section 2 Pull request comment and thread). */
export function threadBody(thread: ThreadRow, version: VersionRow | undefined): CommentThread {
  return {
    id: thread.id,
    ...(version ? { version: versionReference(version) } : {}),
    path: thread.path,
    ...(thread.side === null ? {} : { side: thread.side }),
    startLine: thread.startLine,
    endLine: thread.endLine,
    ...(thread.resolvedAt === null ? {} : { resolvedAt: isoTime(thread.resolvedAt) }),
    createdAt: isoTime(thread.createdAt),
    updatedAt: isoTime(thread.updatedAt),
  };
}

const authorOf = ({ authorId, authorAppId }: CommentRow) => ({ id: authorId, appId: authorAppId });

/** Response bodies of one pull request's comments with their threads, in the given order. */
export async function commentBodies(
  context: Readable,
  pullRequestId: string,
  rows: readonly { comment: CommentRow; thread: ThreadRow }[],
): Promise<PullRequestComment[]> {
  const actor = await actorBodies(
    context,
    rows.map(({ comment }) => authorOf(comment)),
  );
  const versions = await findVersions(
    context.db,
    pullRequestId,
    rows.map(({ thread }) => thread.version),
  );
  const reactions = await reactionsTo(
    context,
    rows.map(({ comment }) => comment.id),
  );
  return rows.map(({ comment, thread }) => ({
    id: comment.id,
    thread: threadBody(thread, versions.get(thread.version)),
    body: comment.body,
    author: actor(authorOf(comment)),
    reactions: reactions(comment.id),
    createdAt: isoTime(comment.createdAt),
    updatedAt: isoTime(comment.updatedAt),
  }));
}
