import type { RequestedReviewers } from "@/lib/contract/hosting/reviewers/list-requested-reviewers";
import type { Context } from "../../core/context";
import { actorBodies } from "../actors/actor";

/** Response body of reviewers, given their ids. */
export async function reviewersBody(context: Pick<Context, "db">, ids: readonly string[]): Promise<RequestedReviewers> {
  const people = ids.filter((id) => id.startsWith("user_")).map((id) => ({ id }));
  const actor = await actorBodies(context, people);
  return {
    users: people.flatMap((ref) => actor(ref).user ?? []),
    groups: ids.filter((id) => id.startsWith("grp_")).map((id) => ({ id })),
  };
}
