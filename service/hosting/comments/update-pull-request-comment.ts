import { eq } from "drizzle-orm";
import { updatePullRequestComment } from "@/lib/contract/hosting/comments/update-pull-request-comment";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { pullComments } from "../../core/store/tables/reviews";
import { actorOf } from "../actors/actor";
import { commentBodies } from "./comment-body";
import { requireComment } from "./find-comment";

export const updatePullRequestCommentOperation = implement(
  updatePullRequestComment,
  async ({ principal, params, body }, context) => {
    const { comment, thread } = await requireComment(context, principal, params);
    if ((await actorOf(context, principal)).id !== comment.authorId) {
      throw apiError.repohost("PermissionDenied", "Only the author can edit a comment");
    }
    const [changed] = await context.db
      .update(pullComments)
      .set({ body: body.body, updatedAt: context.clock.now() })
      .where(eq(pullComments.id, comment.id))
      .returning();
    const [response] = changed
      ? await commentBodies(context, comment.pullRequestId, [{ comment: changed, thread }])
      : [];
    if (!response) throw apiError.repohost("NotFound", "Comment not found");
    return response;
  },
);
