import { and, eq } from "drizzle-orm";
import { refuse } from "../../http/refusal";
import type { Principal } from "../../people/principal";
import type { Service } from "../../service";
import { reviews } from "../../store/tables/reviews";
import { requirePullRequest } from "../pulls/pull-request-row";

/** A review of the pull request at an address. */
export async function requireReview(
  service: Pick<Service, "db">,
  principal: Principal,
  params: { ownerSlug: string; repoName: string; pullNumber: string; reviewId: string },
  needed: "read" | "write" = "read",
) {
  const found = await requirePullRequest(service, principal, params, needed);
  const [review] = await service.db
    .select()
    .from(reviews)
    .where(and(eq(reviews.id, params.reviewId), eq(reviews.pullRequestId, found.pull.id)));
  if (!review) throw refuse.repohost("NotFound", "Review not found");
  return { ...found, review };
}
