import { and, eq, inArray, isNull } from "drizzle-orm";
import { createPullRequestReview } from "@/lib/contract/hosting/create-pull-request-review";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { reviews } from "../../core/store/tables/reviews";
import type { Transaction } from "../../core/store/transaction";
import type { WithGit } from "../../git/with-git";
import { type ActorRef, actorOf, managedActorId } from "../actors/actor";
import { recordCommentEvents } from "../comments/comment-event";
import { resolveCommentTargets, writeComments } from "../comments/write-comments";
import { requireVersion } from "../pulls/find-version";
import { requirePullRequest } from "../pulls/pull-request-row";
import { completeReviewRequests } from "../reviewers/review-requests";
import { type ReviewRow, reviewBody } from "./review-body";
import { recordReviewEvent } from "./review-event";

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

/** Publishes the review and its comments in one transaction. */
export const createPullRequestReviewOperation = implement(
  createPullRequestReview,
  async ({ principal, params, body }, context: Context & WithGit) => {
    const found = await requirePullRequest(context, principal, params);
    const { pull } = found;
    const author = await actorOf(context, principal);
    // Pull requests opened by an agent can be approved by the user who launched it.
    if (body.verdict === "approve" && author.id === pull.authorId && pull.authorAppId !== managedActorId(context)) {
      throw apiError.repohost("FailedPrecondition", "You can't approve your own pull request", "verdict");
    }
    const version = await requireVersion(context.db, found, body.versionNumber);
    const given = (body.comments ?? []).map((comment, index) => ({ comment, at: `comments.${index}.` }));
    const comments = await resolveCommentTargets(context, pull, version, given);
    const now = context.clock.now();
    const review = await context.db.transaction(async (tx) => {
      await tx.select().from(pullRequests).where(eq(pullRequests.id, pull.id)).for("update");
      const superseded = body.verdict === "comment" ? [] : await supersede(tx, pull.id, author, now);
      const [row] = await tx
        .insert(reviews)
        .values({
          id: context.ids.typed("rev"),
          pullRequestId: pull.id,
          version: version.number,
          authorId: author.id,
          authorAppId: author.appId ?? null,
          verdict: body.verdict,
          body: body.body ?? "",
          submittedAt: now,
        })
        .returning();
      if (!row) throw new Error("review insert returned no row");
      const written = await writeComments(tx, context.ids, {
        pull,
        version,
        author,
        reviewId: row.id,
        comments,
        now,
      });
      await completeReviewRequests(tx, { pullRequestId: pull.id, reviewerId: author.id, now });
      for (const each of superseded) {
        await recordReviewEvent(tx, context, "pull_request.review.dismissed", pull, each);
      }
      await recordReviewEvent(tx, context, "pull_request.review.submitted", pull, row);
      await recordCommentEvents(tx, context, pull, written);
      return row;
    });
    return reviewBody(context, review);
  },
);
