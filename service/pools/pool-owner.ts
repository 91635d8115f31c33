import { and, asc, eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { actingUser, type TeamPrincipal } from "../core/principal";
import { serviceAccounts, users } from "../core/store/tables/users";

/**
 * Returns the user whose user pools a caller can use: the caller, or the user the service account acts for (by default the
 * team's first admin).
 */
export async function poolOwner({ db }: Pick<Context, "db">, principal: TeamPrincipal): Promise<number | undefined> {
  const acting = actingUser(principal);
  if (acting) return acting.userId;
  const [account] =
    principal.kind === "serviceAccount"
      ? await db
          .select({ userId: serviceAccounts.userId })
          .from(serviceAccounts)
          .where(eq(serviceAccounts.id, principal.serviceAccountId))
      : [];
  if (account?.userId) return account.userId;
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.teamId, principal.teamId), eq(users.isTeamAdmin, true), eq(users.isActive, true)))
    .orderBy(asc(users.id))
    .limit(1);
  return admin?.id;
}
