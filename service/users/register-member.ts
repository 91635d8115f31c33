import { eq, sql } from "drizzle-orm";
import type { putMember } from "@/lib/contract/admin/namespaces/put-member";
import type { BodyOf, ResponseOf } from "@/lib/contract/operation";
import { firstUserEmail } from "@/lib/core/settings/keys";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { namespaces } from "../core/store/tables/repositories";
import { users } from "../core/store/tables/users";
import { ensureAdminRemains } from "../hosting/access/ensure-admin-remains";

function namesOf(displayName: string | undefined) {
  if (displayName === undefined) return {};
  const [firstName = "", ...rest] = displayName.split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}

function requireActiveMember(teamId: number, user: typeof users.$inferSelect): void {
  if (user.teamId !== teamId) {
    throw apiError.agents(409, "member_elsewhere", `${user.email} already belongs to another team`);
  }
  if (!user.isActive) throw apiError.agents(409, "member_inactive", `${user.email} isn't active`);
}

/**
 * Adds a user to a team, or updates their name and what they can do. The first user stays a team admin, because the dashboard uses
 * their key. Throws 409 `member_elsewhere` or `member_inactive`. The last admin can't be demoted.
 */
export async function registerMember(
  context: Context,
  teamId: number,
  { email: given, displayName, isAdmin, isReadOnly }: { email: string } & BodyOf<typeof putMember>,
): Promise<ResponseOf<typeof putMember>> {
  const email = given.toLowerCase();
  return context.db.transaction(async (tx) => {
    // Lock order for admin changes: namespaces first, then users.
    if (!isAdmin) await tx.select().from(namespaces).where(eq(namespaces.teamId, teamId)).for("update");
    const fields = {
      ...namesOf(displayName),
      isTeamAdmin: isAdmin,
      ...(isReadOnly === undefined ? {} : { isReadOnly }),
    };
    const [added] = await tx
      .insert(users)
      .values({ actorId: context.ids.typed("user"), email, teamId, createdAt: context.clock.now(), ...fields })
      .onConflictDoNothing()
      .returning();
    if (added) return { id: added.actorId, email, isAdmin: added.isTeamAdmin };
    const [known] = await tx
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, email))
      .for("update");
    if (!known) throw new Error("member insert conflicted, but no user was found");
    requireActiveMember(teamId, known);
    const set = email === firstUserEmail ? namesOf(displayName) : fields;
    const store = async () => {
      if (Object.keys(set).length > 0) await tx.update(users).set(set).where(eq(users.id, known.id));
    };
    const losesAdmin = "isTeamAdmin" in set && known.isTeamAdmin && !isAdmin;
    await (losesAdmin ? ensureAdminRemains(tx, teamId, store) : store());
    return { id: known.actorId, email: known.email, isAdmin: "isTeamAdmin" in set ? isAdmin : known.isTeamAdmin };
  });
}
