import { and, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { groups } from "../../core/store/tables/grants";
import { users } from "../../core/store/tables/users";
import type { GrantedNamespace, GrantRow } from "../access/held-permissions";

/** The user or group a grant is for. */
export type Grantee = Pick<GrantRow, "principalKind" | "principalId">;

interface Named {
  user?: { id: string } | undefined;
  group?: { id: string } | undefined;
  teamGroup?: { kind: "admins" | "members" } | undefined;
}

/** The one grantee in a request body. Throws InvalidArgument for none or several. */
export function requireGrantee({ user, group, teamGroup }: Named): Grantee {
  const named: Grantee[] = [
    ...(user ? [{ principalKind: "user" as const, principalId: user.id }] : []),
    ...(group ? [{ principalKind: "group" as const, principalId: group.id }] : []),
    ...(teamGroup ? [{ principalKind: "teamGroup" as const, principalId: teamGroup.kind }] : []),
  ];
  const [only] = named;
  if (!only || named.length > 1) {
    throw apiError.repohost("InvalidArgument", "Set exactly one of user, group and teamGroup", "user");
  }
  return only;
}

/** Throws FailedPrecondition for grantees outside the namespace's team. */
export async function requireGrantable(
  { db }: Pick<Context, "db">,
  namespace: GrantedNamespace,
  { principalKind, principalId }: Grantee,
): Promise<void> {
  const invalidGrantee = (message: string) => apiError.repohost("FailedPrecondition", message, principalKind);
  if (principalKind === "teamGroup") {
    if (namespace.teamId === null) throw invalidGrantee("The owner isn't a team");
    return;
  }
  const teamId = await owningTeamId({ db }, namespace);
  if (principalKind === "group") {
    const [group] = await db
      .select({ id: groups.id })
      .from(groups)
      .where(and(eq(groups.id, principalId), eq(groups.teamId, teamId)));
    if (!group) throw invalidGrantee("The group doesn't belong to the owner's team");
    return;
  }
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.actorId, principalId), eq(users.teamId, teamId), eq(users.isActive, true)));
  if (!user) throw invalidGrantee("The user isn't an active member of the owner's team");
}

/** The team that owns a namespace, or the team of the owning user. */
export async function owningTeamId({ db }: Pick<Context, "db">, { teamId, userId }: GrantedNamespace): Promise<number> {
  if (teamId !== null) return teamId;
  const [owner] = await db
    .select({ teamId: users.teamId })
    .from(users)
    .where(eq(users.id, userId ?? 0));
  return owner?.teamId ?? 0;
}
