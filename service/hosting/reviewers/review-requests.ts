import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Context } from "../../core/context";
import { groupMembers } from "../../core/store/tables/grants";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { reviewRequests } from "../../core/store/tables/reviewers";
import { users } from "../../core/store/tables/users";
import type { ActorRef } from "../actors/actor";
import type { PullRequestRow } from "../pulls/pull-request-row";
import { recordReviewerEvent } from "./reviewer-event";

type ReviewedPull = Pick<PullRequestRow, "id" | "number" | "repositoryId">;

/** Requests reviews. Reviewers who have already reviewed become outstanding again; existing requests remain. */
export async function requestReviews(
  context: Pick<Context, "db" | "clock" | "ids">,
  input: { pull: ReviewedPull; reviewerIds: readonly string[]; requestedBy: ActorRef },
): Promise<void> {
  const { pull, requestedBy } = input;
  const requestedAt = context.clock.now();
  const requestColumns = { requestedById: requestedBy.id, requestedByAppId: requestedBy.appId ?? null, requestedAt };
  await context.db.transaction(async (tx) => {
    await tx.select({ id: pullRequests.id }).from(pullRequests).where(eq(pullRequests.id, pull.id)).for("update");
    for (const reviewerId of new Set(input.reviewerIds)) {
      const isRequest = and(eq(reviewRequests.pullRequestId, pull.id), eq(reviewRequests.reviewerId, reviewerId));
      const [before] = await tx.select().from(reviewRequests).where(isRequest);
      const request = { reviewerId, requestedBy, requestedAt, by: requestedBy };
      if (!before) {
        await tx.insert(reviewRequests).values({ pullRequestId: pull.id, reviewerId, ...requestColumns });
        await recordReviewerEvent(tx, context, "pull_request.reviewer.added", pull, request);
      } else {
        await tx
          .update(reviewRequests)
          .set({ ...requestColumns, completedAt: null })
          .where(isRequest);
        if (before.completedAt !== null) {
          await recordReviewerEvent(tx, context, "pull_request.reviewer.rerequested", pull, request);
        }
      }
    }
  });
}

/** Ids of users and groups with outstanding review requests, oldest request first. */
export async function outstandingReviewers({ db }: Pick<Context, "db">, pullRequestId: string): Promise<string[]> {
  const rows = await db
    .select({ id: reviewRequests.reviewerId })
    .from(reviewRequests)
    .where(and(eq(reviewRequests.pullRequestId, pullRequestId), isNull(reviewRequests.completedAt)))
    .orderBy(asc(reviewRequests.requestedAt), asc(reviewRequests.reviewerId));
  return rows.map(({ id }) => id);
}

/** Completes the review requests of a user and their current groups after they submitted a review. */
export async function completeReviewRequests(
  db: Pick<Context["db"], "select" | "update">,
  input: { pullRequestId: string; reviewerId: string; now: number },
): Promise<void> {
  const { pullRequestId, reviewerId, now } = input;
  const memberships = await db
    .select({ id: groupMembers.groupId })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(eq(users.actorId, reviewerId));
  await db
    .update(reviewRequests)
    .set({ completedAt: now })
    .where(
      and(
        eq(reviewRequests.pullRequestId, pullRequestId),
        inArray(reviewRequests.reviewerId, [reviewerId, ...memberships.map(({ id }) => id)]),
        isNull(reviewRequests.completedAt),
      ),
    );
}

/** Removes review requests. Ignores reviewers without one. */
export async function removeReviewRequests(
  context: Pick<Context, "db" | "clock" | "ids">,
  input: { pull: ReviewedPull; reviewerIds: readonly string[]; removedBy: ActorRef },
): Promise<void> {
  const { pull, reviewerIds, removedBy: by } = input;
  if (reviewerIds.length === 0) return;
  await context.db.transaction(async (tx) => {
    const removed = await tx
      .delete(reviewRequests)
      .where(and(eq(reviewRequests.pullRequestId, pull.id), inArray(reviewRequests.reviewerId, [...reviewerIds])))
      .returning();
    for (const { reviewerId, requestedById, requestedByAppId, requestedAt, completedAt } of removed) {
      if (completedAt !== null) continue;
      const requestedBy = { id: requestedById, appId: requestedByAppId };
      const request = { reviewerId, requestedBy, requestedAt, by };
      await recordReviewerEvent(tx, context, "pull_request.reviewer.removed", pull, request);
    }
  });
}
