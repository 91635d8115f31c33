import { and, eq, isNull, lt } from "drizzle-orm";
import type { Context } from "../../core/context";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { repositories } from "../../core/store/tables/repositories";
import { reviews } from "../../core/store/tables/reviews";
import type { FoundPullRequest } from "../pulls/pull-request-row";
import { recordReviewEvent } from "../reviews/review-event";
import { coveringRules } from "../rulesets/applied-rules";
import { readRulesets } from "../rulesets/ruleset-row";

/**
 * Dismisses approvals of earlier versions if a ruleset of the base branch has `dismissStaleReviewsOnPush`. Without it, they
 * don't count either, but stay in place.
 */
export async function dismissStaleReviews(
  context: Pick<Context, "db" | "clock" | "ids">,
  { pull }: Pick<FoundPullRequest, "pull">,
): Promise<void> {
  const { db, clock } = context;
  const rows = await readRulesets(db, pull.repositoryId);
  if (rows.length === 0) return;
  const [repository] = await db
    .select({ defaultBranch: repositories.defaultBranch })
    .from(repositories)
    .where(eq(repositories.id, pull.repositoryId));
  if (!repository) return;
  const dismisses = coveringRules(rows, {
    ref: `refs/heads/${pull.baseRef}`,
    defaultBranch: repository.defaultBranch,
    actor: {},
    by: "merge",
  }).some(({ enforced, parameters }) => enforced && parameters?.dismissStaleReviewsOnPush === true);
  if (!dismisses) return;
  await db.transaction(async (tx) => {
    await tx.select({ id: pullRequests.id }).from(pullRequests).where(eq(pullRequests.id, pull.id)).for("update");
    const stale = await tx
      .update(reviews)
      .set({ dismissedAt: clock.now(), dismissalMessage: "New commits were pushed." })
      .where(
        and(
          eq(reviews.pullRequestId, pull.id),
          eq(reviews.verdict, "approve"),
          lt(reviews.version, pull.version),
          isNull(reviews.dismissedAt),
        ),
      )
      .returning();
    for (const review of stale) await recordReviewEvent(tx, context, "pull_request.review.dismissed", pull, review);
  });
}
