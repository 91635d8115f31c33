import { inArray } from "drizzle-orm";
import type { RequestedReviewers } from "@/lib/contract/hosting/reviewers/list-requested-reviewers";
import type { Context } from "../../core/context";
import { groups } from "../../core/store/tables/grants";
import { actorBodies } from "../actors/actor";

/** Response body of reviewers, given their ids. */
export async function reviewersBody(context: Pick<Context, "db">, ids: readonly string[]): Promise<RequestedReviewers> {
  const users = ids.filter((id) => id.startsWith("user_")).map((id) => ({ id }));
  const actor = await actorBodies(context, users);
  const groupIds = ids.filter((id) => id.startsWith("grp_"));
  const named =
    groupIds.length === 0
      ? []
      : await context.db.select({ id: groups.id, slug: groups.slug }).from(groups).where(inArray(groups.id, groupIds));
  const slugs = new Map(named.map(({ id, slug }) => [id, slug]));
  return {
    users: users.flatMap((ref) => actor(ref).user ?? []),
    groups: groupIds.map((id) => ({ id, slug: slugs.get(id) })),
  };
}
