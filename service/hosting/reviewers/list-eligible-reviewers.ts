import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import { listEligibleReviewers } from "@/lib/contract/hosting/reviewers/list-eligible-reviewers";
import { implement } from "../../core/http/implement";
import { groups } from "../../core/store/tables/grants";
import { users } from "../../core/store/tables/users";
import { requireRepository } from "../access/repository-access";
import { actorBodies } from "../actors/actor";

const maxFound = 20;

/** Whether a text contains another one, ignoring case. */
const contains = (text: SQL, part: string) => sql`position(lower(${part}) in lower(${text})) > 0`;

/** Lists those whom `resolveReviewers` accepts, for callers who can request reviews. */
export const listEligibleReviewersOperation = implement(
  listEligibleReviewers,
  async ({ principal, params, query }, context) => {
    const { namespace } = await requireRepository(context, principal, params, "write");
    const { teamId, userId } = namespace;
    const { email, firstName, lastName, handle } = users;
    const owners = or(
      teamId === null ? undefined : eq(users.teamId, teamId),
      userId === null ? undefined : eq(users.id, userId),
    );
    const about = sql`concat_ws(' ', ${email}, ${firstName}, ${lastName}, ${handle})`;
    const eligibleUsers = await context.db
      .select({ id: users.actorId })
      .from(users)
      .where(and(owners, eq(users.isActive, true), contains(about, query.q)))
      .orderBy(asc(sql`lower(${email})`))
      .limit(maxFound);
    const actor = await actorBodies(context, eligibleUsers);
    const found =
      teamId === null
        ? []
        : await context.db
            .select({ id: groups.id, slug: groups.slug })
            .from(groups)
            .where(and(eq(groups.teamId, teamId), contains(sql`${groups.slug}`, query.q)))
            .orderBy(asc(groups.slug))
            .limit(maxFound);
    return { users: eligibleUsers.flatMap((ref) => actor(ref).user ?? []), groups: found };
  },
);
