import { and, eq, inArray, isNull } from "drizzle-orm";
import type { DraftComment } from "@/lib/contract/hosting/reviews/review-draft";
import type { Context } from "../../core/context";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { reviewDrafts, reviews } from "../../core/store/tables/reviews";
import type { Transaction } from "../../core/store/transaction";
import { type ActorRef, managedActorId } from "../actors/actor";
import { recordCommentEvents } from "../comments/comment-event";
import { nameComments, resolveCommentTargets, writeComments } from "../comments/write-comments";
import { requireVersion } from "../pulls/find-version";
import type { FoundPullRequest } from "../pulls/pull-request-row";
import { completeReviewRequests } from "../reviewers/review-requests";
import type { ReviewRow } from "./review-body";
import { recordReviewEvent } from "./review-event";

export interface ReviewInput {
  /** The id of a submitted draft. */
  id?: string;
  verdict: ReviewRow["verdict"];
  body: string;
  versionNumber: string | undefined;
  comments: readonly DraftComment[];
}

/** Dismisses the author's earlier verdicts. */
async function supersede(tx: Transaction, pullRequestId: string, author: ActorRef, now: number): Promise<ReviewRow[]> {
  return tx
    .update(reviews)
    .set({
      dismissedAt: now,
      dismissedById: author.id,
      dismissedByAppId: author.appId ?? null,
      dismissalMessage: "Superseded by a newer review by the same author.",
    })
    .where(
      and(
        eq(reviews.pullRequestId, pullRequestId),
        eq(reviews.authorId, author.id),
        inArray(reviews.verdict, ["approve", "request_changes"]),
        isNull(reviews.dismissedAt),
      ),
    )
    .returning();
}

/** Throws FailedPrecondition if authors approve their own pull request. */
function requireOtherAuthor(
  context: Pick<Context, "settings">,
  { pull }: FoundPullRequest,
  author: ActorRef,
  verdict: ReviewInput["verdict"],
): void {
  // Pull requests opened by an agent can be approved by the user who launched it.
  if (verdict !== "approve" || author.id !== pull.authorId || pull.authorAppId === managedActorId(context)) return;
  throw apiError.repohost("FailedPrecondition", "You can't approve your own pull request", "verdict");
}

/**
 * Publishes a review and its comments in one transaction. A review that isn't the author's draft requires that they have none
 * (contract, Create Pull Request Review). Throws FailedPrecondition.
 */
export async function publishReview(
  context: HostingContext,
  found: FoundPullRequest,
  author: ActorRef,
  content: ReviewInput,
): Promise<ReviewRow> {
  const { pull } = found;
  requireOtherAuthor(context, found, author, content.verdict);
  const version = await requireVersion(context.db, found, content.versionNumber);
  const comments = await resolveCommentTargets(context, found, version, nameComments(content.comments));
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    await tx.select().from(pullRequests).where(eq(pullRequests.id, pull.id)).for("update");
    const isDraft = and(eq(reviewDrafts.pullRequestId, pull.id), eq(reviewDrafts.authorId, author.id));
    const [draft] = await tx.select({ id: reviewDrafts.id }).from(reviewDrafts).where(isDraft);
    if (draft?.id !== content.id) {
      const problem = draft
        ? "You have an unsubmitted review; submit or discard it first"
        : "The draft was already submitted";
      throw apiError.repohost("FailedPrecondition", problem);
    }
    await tx.delete(reviewDrafts).where(isDraft);
    const superseded = content.verdict === "comment" ? [] : await supersede(tx, pull.id, author, now);
    const [row] = await tx
      .insert(reviews)
      .values({
        id: content.id ?? context.ids.typed("rev"),
        pullRequestId: pull.id,
        version: version.number,
        authorId: author.id,
        authorAppId: author.appId ?? null,
        verdict: content.verdict,
        body: content.body,
        submittedAt: now,
      })
      .returning();
    if (!row) throw new Error("review insert returned no row");
    const written = await writeComments(tx, context.ids, { pull, author, reviewId: row.id, comments, now });
    await completeReviewRequests(tx, { pullRequestId: pull.id, reviewerId: author.id, now });
    for (const each of superseded) {
      await recordReviewEvent(tx, context, "pull_request.review.dismissed", pull, each);
    }
    await recordReviewEvent(tx, context, "pull_request.review.submitted", pull, row);
    await recordCommentEvents(tx, context, pull, written);
    return row;
  });
}
