import { and, eq } from "drizzle-orm";
import { removePullRequestCommentReaction } from "@/lib/contract/hosting/comments/remove-pull-request-comment-reaction";
import { implement } from "../../core/http/implement";
import { commentReactions } from "../../core/store/tables/reviews";
import { actorOf } from "../actors/actor";
import { requireComment } from "./find-comment";
import { recordReactionEvent } from "./reaction-event";
import { normalizeEmoji } from "./reactions";

/** Users can only remove their own reactions. */
export const removePullRequestCommentReactionOperation = implement(
  removePullRequestCommentReaction,
  async ({ principal, params }, context) => {
    const { comment, repository } = await requireComment(context, principal, params);
    const reactor = await actorOf(context, principal);
    const emoji = normalizeEmoji(params.emoji);
    await context.db.transaction(async (tx) => {
      const removed = await tx
        .delete(commentReactions)
        .where(
          and(
            eq(commentReactions.commentId, comment.id),
            eq(commentReactions.reactorId, reactor.id),
            eq(commentReactions.emoji, emoji),
          ),
        )
        .returning({ commentId: commentReactions.commentId });
      if (removed.length === 0) return;
      const reaction = { comment, repositoryId: repository.id, emoji, reactor };
      await recordReactionEvent(tx, context, "pull_request.comment.reaction.removed", reaction);
    });
    return undefined;
  },
);
