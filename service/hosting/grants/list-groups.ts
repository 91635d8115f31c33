import { asc, eq, inArray } from "drizzle-orm";
import { listGroups } from "@/lib/contract/admin/grants/list-groups";
import { findAccount } from "../../account/account";
import { implement } from "../../core/http/implement";
import { groupMembers, groups } from "../../core/store/tables/grants";
import { users } from "../../core/store/tables/users";

export const listGroupsOperation = implement(listGroups, async ({ params }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  const rows = await context.db.select().from(groups).where(eq(groups.teamId, teamId)).orderBy(asc(groups.slug));
  const ids = rows.map(({ id }) => id);
  const members = ids.length
    ? await context.db
        .select({ groupId: groupMembers.groupId, email: users.email })
        .from(groupMembers)
        .innerJoin(users, eq(users.id, groupMembers.userId))
        .where(inArray(groupMembers.groupId, ids))
    : [];
  return {
    groups: rows.map(({ id, slug }) => ({
      id,
      slug,
      members: members
        .filter(({ groupId }) => groupId === id)
        .map(({ email }) => email)
        .sort(),
    })),
  };
});
