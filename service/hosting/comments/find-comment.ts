import { and, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import type { Principal } from "../../core/principal";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { commentThreads, pullComments } from "../../core/store/tables/reviews";
import type { Transaction } from "../../core/store/transaction";
import { requireRepository } from "../access/repository-access";

const idForm = (prefix: string) => new RegExp(`^${prefix}_[A-Za-z0-9]{1,64}$`);

/** Finds a repository's comment by id. Throws InvalidArgument for a malformed id, NotFound if it doesn't exist. */
export async function requireComment(
  context: Pick<Context, "db">,
  principal: Principal,
  params: { ownerSlug: string; repoName: string; commentId: string },
) {
  const repository = await requireRepository(context, principal, params);
  if (!idForm("cmt").test(params.commentId)) {
    throw apiError.repohost(
      "InvalidArgument",
      "invalid commentId: must be cmt_ followed by letters or digits",
      "comment_id",
    );
  }
  const [found] = await context.db
    .select({ comment: pullComments, thread: commentThreads })
    .from(pullComments)
    .innerJoin(commentThreads, eq(commentThreads.id, pullComments.threadId))
    .innerJoin(pullRequests, eq(pullRequests.id, pullComments.pullRequestId))
    .where(and(eq(pullComments.id, params.commentId), eq(pullRequests.repositoryId, repository.id)));
  if (!found) throw apiError.repohost("NotFound", "Comment not found");
  return { repository, ...found };
}

/** Locks a comment until the transaction ends. Throws NotFound if it was deleted in the meantime. */
export async function lockComment(tx: Transaction, id: string): Promise<void> {
  const [held] = await tx
    .select({ id: pullComments.id })
    .from(pullComments)
    .where(eq(pullComments.id, id))
    .for("share");
  if (!held) throw apiError.repohost("NotFound", "Comment not found");
}
