import { and, eq, inArray, sql } from "drizzle-orm";
import { putGroup } from "@/lib/contract/admin/grants/put-group";
import { findAccount } from "../../account/account";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { groupMembers, groups } from "../../core/store/tables/grants";
import { users } from "../../core/store/tables/users";
import { ensureAdminRemains } from "../access/ensure-admin-remains";

/** Creates or replaces a group with the given members. */
export const putGroupOperation = implement(putGroup, async ({ params, body }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  const emails = [...new Set(body.members.map((email) => email.trim().toLowerCase()))];
  const activeMembers = await context.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(sql`lower(${users.email})`, emails), eq(users.teamId, teamId), eq(users.isActive, true)));
  const known = new Set(activeMembers.map(({ email }) => email.toLowerCase()));
  const index = body.members.findIndex((email) => !known.has(email.trim().toLowerCase()));
  if (index >= 0) throw apiError.field(`members.${index}`, "isn't an active member of the team");
  const id = await context.db.transaction((tx) =>
    ensureAdminRemains(tx, teamId, async () => {
      const [group] = await tx
        .insert(groups)
        .values({ id: context.ids.typed("grp"), teamId, slug: params.slug, createdAt: context.clock.now() })
        .onConflictDoUpdate({ target: [groups.teamId, groups.slug], set: { slug: params.slug } })
        .returning();
      if (!group) throw new Error("group upsert returned no row");
      await tx.delete(groupMembers).where(eq(groupMembers.groupId, group.id));
      const rows = activeMembers.map((user) => ({ groupId: group.id, userId: user.id }));
      if (rows.length > 0) await tx.insert(groupMembers).values(rows);
      return group.id;
    }),
  );
  return { id, slug: params.slug, members: activeMembers.map(({ email }) => email).sort() };
});
