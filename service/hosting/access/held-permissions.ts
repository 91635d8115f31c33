import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { grants, groupMembers } from "../../core/store/tables/grants";
import type { namespaces } from "../../core/store/tables/repositories";
import { users } from "../../core/store/tables/users";
import type { Reader } from "../../core/store/transaction";

export type GrantRow = typeof grants.$inferSelect;
export type GrantPermission = GrantRow["permission"];
export type GrantedNamespace = Pick<typeof namespaces.$inferSelect, "id" | "teamId" | "userId">;

const strength: readonly GrantPermission[] = ["none", "read", "contributor", "write", "admin"];

/** The strongest of several permissions. */
export function strongest(held: readonly GrantPermission[]): GrantPermission {
  return held.reduce((best, each) => (strength.indexOf(each) > strength.indexOf(best) ? each : best), "none");
}

/** Default permissions of a team's two built-in groups on its namespaces. */
export const teamDefaults = { admins: "admin", members: "write" } as const;

/** A built-in group's permission on the namespace: its grant, or else its default. */
export function teamGroupPermission(rows: readonly GrantRow[], kind: "admins" | "members"): GrantPermission {
  const row = rows.find(
    ({ repositoryId, principalKind, principalId }) =>
      repositoryId === null && principalKind === "teamGroup" && principalId === kind,
  );
  return row?.permission ?? teamDefaults[kind];
}

/** Permissions on a repository and on its namespace. One on the namespace covers every repository in it. */
export interface HeldPermissions<P> {
  repository: P;
  namespace: P;
}

/**
 * A user's permissions on a repository, or only on a namespace: from ownership, and from grants to the user, their
 * groups, and their team. Users who are read-only have at most `read`.
 */
export async function userPermissions(
  db: Reader,
  userId: number,
  namespace: GrantedNamespace,
  repositoryId?: string,
): Promise<HeldPermissions<GrantPermission>> {
  const found = await readUserAndGrants(db, userId, namespace, repositoryId);
  const user = found[0]?.user;
  if (!user) return { repository: "none", namespace: "none" };
  const rows = found.flatMap(({ grant }) => (grant ? [grant] : []));
  const held = (some: readonly GrantRow[]) => {
    const permission = namespace.userId === userId ? "admin" : grantedPermission(user, namespace, some);
    return user.isReadOnly && permission !== "none" ? "read" : permission;
  };
  return { repository: held(rows), namespace: held(rows.filter((row) => row.repositoryId === null)) };
}

/** A user, with each grant on a namespace and one of its repositories to them, their groups, and the built-in groups of teams. */
function readUserAndGrants(
  db: Reader,
  userId: number,
  namespace: GrantedNamespace,
  repositoryId: string | undefined,
): Promise<{ user: typeof users.$inferSelect; grant: GrantRow | null }[]> {
  const mine = db.select({ id: groupMembers.groupId }).from(groupMembers).where(eq(groupMembers.userId, userId));
  return db
    .select({ user: users, grant: grants })
    .from(users)
    .leftJoin(
      grants,
      and(
        eq(grants.namespaceId, namespace.id),
        or(isNull(grants.repositoryId), repositoryId === undefined ? undefined : eq(grants.repositoryId, repositoryId)),
        or(
          eq(grants.principalKind, "teamGroup"),
          and(eq(grants.principalKind, "user"), eq(grants.principalId, users.actorId)),
          and(eq(grants.principalKind, "group"), inArray(grants.principalId, mine)),
        ),
      ),
    )
    .where(eq(users.id, userId));
}

function grantedPermission(
  user: typeof users.$inferSelect,
  namespace: GrantedNamespace,
  rows: readonly GrantRow[],
): GrantPermission {
  const own = rows.filter(({ principalKind }) => principalKind !== "teamGroup").map(({ permission }) => permission);
  if (user.teamId !== namespace.teamId) return strongest(own);
  const kinds = user.isTeamAdmin ? (["admins", "members"] as const) : (["members"] as const);
  const byTeam = kinds.flatMap((kind) => [
    teamGroupPermission(rows, kind),
    ...rows
      .filter((row) => row.repositoryId !== null && row.principalKind === "teamGroup" && row.principalId === kind)
      .map(({ permission }) => permission),
  ]);
  return strongest([...own, ...byTeam]);
}

/** The namespaces and repositories on which a user has a grant, directly or through a group. */
export function selectGrants(db: Reader, userId: number) {
  const actor = db.select({ id: users.actorId }).from(users).where(eq(users.id, userId));
  const mine = db.select({ id: groupMembers.groupId }).from(groupMembers).where(eq(groupMembers.userId, userId));
  return db
    .select({ namespaceId: grants.namespaceId, repositoryId: grants.repositoryId })
    .from(grants)
    .where(
      and(
        ne(grants.permission, "none"),
        or(
          and(eq(grants.principalKind, "user"), inArray(grants.principalId, actor)),
          and(eq(grants.principalKind, "group"), inArray(grants.principalId, mine)),
        ),
      ),
    );
}

/** True if at least one active user administers the namespace. */
export async function hasAdmin(db: Reader, namespace: GrantedNamespace): Promise<boolean> {
  if (namespace.teamId === null) return true;
  const rows = await db
    .select()
    .from(grants)
    .where(and(eq(grants.namespaceId, namespace.id), isNull(grants.repositoryId)));
  const named = (kind: GrantRow["principalKind"]) =>
    rows
      .filter(({ principalKind, permission }) => principalKind === kind && permission === "admin")
      .map(({ principalId }) => principalId);
  const inGroups = db
    .select({ id: groupMembers.userId })
    .from(groupMembers)
    .where(inArray(groupMembers.groupId, named("group")));
  const inTeam = eq(users.teamId, namespace.teamId);
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.isActive, true),
        inTeam,
        or(
          inArray(users.actorId, named("user")),
          inArray(users.id, inGroups),
          teamGroupPermission(rows, "admins") === "admin" ? eq(users.isTeamAdmin, true) : undefined,
          teamGroupPermission(rows, "members") === "admin" ? inTeam : undefined,
        ),
      ),
    )
    .limit(1);
  return admin !== undefined;
}
