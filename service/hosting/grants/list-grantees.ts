import { and, asc, count, eq, sql } from "drizzle-orm";
import { listGrantees } from "@/lib/contract/admin/grants/list-grantees";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { groupMembers, groups } from "../../core/store/tables/grants";
import { users } from "../../core/store/tables/users";
import { findNamespace } from "../access/namespace-access";
import { formatDisplayName } from "../actors/actor";
import { owningTeamId } from "./grantee";

/** Lists the users and groups that `requireGrantable` accepts. */
export const listGranteesOperation = implement(listGrantees, async ({ params }, context) => {
  const namespace = await findNamespace(context, params.namespaceSlug);
  if (!namespace) throw apiError.agents(404, "namespace_not_found", "Namespace not found");
  const teamId = await owningTeamId(context, namespace);
  const accounts = await context.db
    .select()
    .from(users)
    .where(and(eq(users.teamId, teamId), eq(users.isActive, true)))
    .orderBy(asc(sql`lower(${users.email})`));
  const memberCount = count(groupMembers.userId);
  const teams = await context.db
    .select({ id: groups.id, slug: groups.slug, memberCount })
    .from(groups)
    .leftJoin(groupMembers, eq(groupMembers.groupId, groups.id))
    .where(eq(groups.teamId, teamId))
    .groupBy(groups.id)
    .orderBy(asc(groups.slug));
  return {
    users: accounts.map((user) => {
      const displayName = formatDisplayName(user);
      return { id: user.actorId, email: user.email, ...(displayName ? { displayName } : {}) };
    }),
    groups: teams,
    teamGroups: namespace.teamId !== null,
  };
});
