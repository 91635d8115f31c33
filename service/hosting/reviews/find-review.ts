import { and, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import type { Principal } from "../../core/principal";
import { reviews } from "../../core/store/tables/reviews";
import { requirePullRequest } from "../pulls/pull-request-row";

/** Finds a review of the pull request at an address. Throws NotFound. */
export async function requireReview(
  context: Pick<Context, "db">,
  principal: Principal,
  params: { ownerSlug: string; repoName: string; pullNumber: string; reviewId: string },
  needed: "read" | "write" = "read",
) {
  const found = await requirePullRequest(context, principal, params, needed);
  const [review] = await context.db
    .select()
    .from(reviews)
    .where(and(eq(reviews.id, params.reviewId), eq(reviews.pullRequestId, found.pull.id)));
  if (!review) throw apiError.repohost("NotFound", "Review not found");
  return { ...found, review };
}
