import { eq } from "drizzle-orm";
import { deletePullRequestComment } from "@/lib/contract/hosting/comments/delete-pull-request-comment";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { hasScope } from "../../core/principal";
import { commentThreads, pullComments } from "../../core/store/tables/reviews";
import { requireRepository } from "../access/repository-access";
import { actorOf } from "../actors/actor";
import { requireComment } from "./find-comment";

/** Authors can delete their own comments; deleting another's requires write permission. */
export const deletePullRequestCommentOperation = implement(
  deletePullRequestComment,
  async ({ principal, params }, context) => {
    const { comment } = await requireComment(context, principal, params);
    if ((await actorOf(context, principal)).id !== comment.authorId) {
      if (!hasScope(principal, "repository:contents:write")) {
        throw apiError.repohost(
          "PermissionDenied",
          "Deleting another user's comment requires repository:contents:write",
        );
      }
      await requireRepository(context, principal, params, "write");
    }
    await context.db.transaction(async (tx) => {
      // Lock the thread so that no reply is added while it is being deleted.
      await tx.select().from(commentThreads).where(eq(commentThreads.id, comment.threadId)).for("update");
      const deleted = await tx.delete(pullComments).where(eq(pullComments.id, comment.id)).returning();
      if (deleted.length === 0) throw apiError.repohost("NotFound", "Comment not found");
      const left = await tx
        .select({ id: pullComments.id })
        .from(pullComments)
        .where(eq(pullComments.threadId, comment.threadId))
        .limit(1);
      if (left.length === 0) await tx.delete(commentThreads).where(eq(commentThreads.id, comment.threadId));
    });
    return undefined;
  },
);
