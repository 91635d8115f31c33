import { addPullRequestCommentReaction } from "@/lib/contract/hosting/comments/add-pull-request-comment-reaction";
import { implement } from "../../core/http/implement";
import { commentReactions } from "../../core/store/tables/reviews";
import { actorOf } from "../actors/actor";
import { lockComment, requireComment } from "./find-comment";
import { recordReactionEvent } from "./reaction-event";
import { normalizeEmoji } from "./reactions";

export const addPullRequestCommentReactionOperation = implement(
  addPullRequestCommentReaction,
  async ({ principal, params, body }, context) => {
    const { comment, repository } = await requireComment(context, principal, params);
    const reactor = await actorOf(context, principal);
    const emoji = normalizeEmoji(body.emoji);
    await context.db.transaction(async (tx) => {
      await lockComment(tx, comment.id);
      await tx
        .insert(commentReactions)
        .values({
          commentId: comment.id,
          reactorId: reactor.id,
          reactorAppId: reactor.appId ?? null,
          emoji,
          createdAt: context.clock.now(),
        })
        .onConflictDoNothing();
      const reaction = { comment, repositoryId: repository.id, emoji, reactor };
      await recordReactionEvent(tx, context, "pull_request.comment.reaction.added", reaction);
    });
    return undefined;
  },
);
