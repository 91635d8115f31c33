import { eq } from "drizzle-orm";
import { pullRequests } from "../../core/store/tables/pull-requests";
import type { Transaction } from "../../core/store/transaction";
import { type ActorRef, actorBodies } from "../actors/actor";
import { pullRequestReference } from "../pulls/pull-request-row";
import { type EventService, recordEvent } from "../webhooks/record-event";
import type { CommentRow } from "./comment-body";
import { reactionContent } from "./reactions";

/** Records that a reaction was added, even if it already existed, or removed. */
export async function recordReactionEvent(
  tx: Transaction,
  context: EventService,
  type: "pull_request.comment.reaction.added" | "pull_request.comment.reaction.removed",
  input: { comment: CommentRow; repositoryId: string; emoji: string; reactor: ActorRef },
): Promise<void> {
  const { comment, repositoryId, emoji, reactor } = input;
  await recordEvent(tx, context, {
    type,
    repositoryId,
    async payload(repository) {
      const [pull] = await tx.select().from(pullRequests).where(eq(pullRequests.id, comment.pullRequestId));
      if (!pull) throw new Error(`pull request ${comment.pullRequestId} was deleted`);
      const actor = await actorBodies({ db: tx }, [reactor]);
      return {
        pullRequest: pullRequestReference(repository, pull),
        comment: { id: comment.id, thread: { id: comment.threadId } },
        reaction: { content: reactionContent(emoji), emoji, reactor: actor(reactor) },
      };
    },
  });
}
