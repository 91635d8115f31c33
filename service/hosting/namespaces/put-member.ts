import { and, eq, isNull, sql } from "drizzle-orm";
import { putMember } from "@/lib/contract/admin/put-member";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { apiKeys, users } from "../../core/store/tables/people";
import { namespaces } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import { ensureAdminRemains } from "../access/ensure-admin-remains";
import { findNamespace, type NamespaceRow } from "../access/namespace-access";

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

function requireActiveMember(namespace: NamespaceRow, user: typeof users.$inferSelect): void {
  if (user.teamId !== namespace.teamId) {
    throw apiError.agents(409, "member_elsewhere", `${user.email} already belongs to another team`);
  }
  if (!user.isActive) throw apiError.agents(409, "member_inactive", `${user.email} isn't active`);
}

/** Adds or updates a member. The last admin can't be demoted. */
export const putMemberOperation = implement(putMember, async ({ params, body }, context) => {
  const namespace = await findNamespace(context, params.namespaceSlug);
  if (!namespace) throw apiError.agents(404, "namespace_not_found", "Namespace not found");
  const { teamId } = namespace;
  if (teamId === null) {
    throw apiError.agents(409, "not_a_team", `${namespace.slug} belongs to a user and has no members`);
  }
  const email = params.email.toLowerCase();
  return context.db.transaction(async (tx) => {
    // Lock order for admin changes: namespaces first, then users.
    if (!body.isAdmin) await tx.select().from(namespaces).where(eq(namespaces.teamId, teamId)).for("update");
    const fields = { ...namesOf(body.displayName), isTeamAdmin: body.isAdmin };
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
    requireActiveMember(namespace, known);
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
});
