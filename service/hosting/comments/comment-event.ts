import type { Transaction } from "../../core/store/transaction";
import { type PullRequestRow, pullRequestReference } from "../pulls/pull-request-row";
import { type EventService, recordEvent } from "../webhooks/record-event";
import { commentBodies } from "./comment-body";
import type { WrittenComment } from "./write-comments";

/** Records one event per published comment. Events don't include whether the thread is resolved. */
export async function recordCommentEvents(
  tx: Transaction,
  context: EventService,
  pull: PullRequestRow,
  written: readonly WrittenComment[],
): Promise<void> {
  for (const each of written) {
    await recordEvent(tx, context, {
      type: "pull_request.comment.created",
      repositoryId: pull.repositoryId,
      async payload(repository) {
        const [body] = await commentBodies({ db: tx }, pull.id, [each]);
        if (!body) throw new Error(`comment ${each.comment.id} was deleted`);
        const { reactions: _none, ...comment } = body;
        const { resolvedAt: _resolved, createdAt: _created, updatedAt: _updated, ...opener } = body.thread;
        const thread = each.opensThread ? opener : { id: opener.id };
        return { pullRequest: pullRequestReference(repository, pull), comment: { ...comment, thread } };
      },
    });
  }
}
