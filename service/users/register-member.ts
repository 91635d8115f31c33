import { and, eq, isNull, sql } from "drizzle-orm";
import type { putMember } from "@/lib/contract/admin/namespaces/put-member";
import type { BodyOf, ResponseOf } from "@/lib/contract/operation";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { namespaces } from "../core/store/tables/repositories";
import { apiKeys, users } from "../core/store/tables/users";
import type { Transaction } from "../core/store/transaction";
import { ensureAdminRemains } from "../hosting/access/ensure-admin-remains";

function namesOf(displayName: string | undefined) {
  if (displayName === undefined) return {};
  const [firstName = "", ...rest] = displayName.split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}

async function hasApiKeys(tx: Transaction, userId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.deletedAt)))
    .limit(1);
  return rows.length > 0;
}

function requireActiveMember(teamId: number, user: typeof users.$inferSelect): void {
  if (user.teamId !== teamId) {
    throw apiError.agents(409, "member_elsewhere", `${user.email} already belongs to another team`);
  }
  if (!user.isActive) throw apiError.agents(409, "member_inactive", `${user.email} isn't active`);
}

/**
 * Adds a user to a team, or updates their name and, unless they have API keys, whether they are a team admin. Throws 409
 * `member_elsewhere` or `member_inactive`. The last admin can't be demoted.
 */
export async function registerMember(
  context: Context,
  teamId: number,
  { email: given, displayName, isAdmin }: { email: string } & BodyOf<typeof putMember>,
): Promise<ResponseOf<typeof putMember>> {
  const email = given.toLowerCase();
  return context.db.transaction(async (tx) => {
    // Lock order for admin changes: namespaces first, then users.
    if (!isAdmin) await tx.select().from(namespaces).where(eq(namespaces.teamId, teamId)).for("update");
    const fields = { ...namesOf(displayName), isTeamAdmin: isAdmin };
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
    // Don't change the admin flag of users with API keys, because it would change what their keys can do.
    const { isTeamAdmin, ...names } = fields;
    const set = (await hasApiKeys(tx, known.id)) ? names : { ...names, isTeamAdmin };
    const store = async () => {
      if (Object.keys(set).length > 0) await tx.update(users).set(set).where(eq(users.id, known.id));
    };
    const losesAdmin = "isTeamAdmin" in set && known.isTeamAdmin && !isTeamAdmin;
    await (losesAdmin ? ensureAdminRemains(tx, teamId, store) : store());
    return { id: known.actorId, email: known.email, isAdmin: "isTeamAdmin" in set ? isTeamAdmin : known.isTeamAdmin };
  });
}
