import { eq } from "drizzle-orm";
import { actingUser, type Principal } from "../../people/principal";
import type { Service } from "../../service";
import { users } from "../../store/tables/people";
import { namespaces } from "../../store/tables/repositories";

export type NamespaceRow = typeof namespaces.$inferSelect;

/** What a principal may do with a namespace and with every repository in it. */
export type Permission = "none" | "read" | "write" | "admin";

/** The namespace of a slug in any casing. */
export async function findNamespace({ db }: Pick<Service, "db">, slug: string): Promise<NamespaceRow | undefined> {
  const [row] = await db.select().from(namespaces).where(eq(namespaces.slugFolded, slug.toLowerCase()));
  return row;
}

/** Members of the owning team, or the owning user, hold rights; everybody else holds none. */
export async function namespacePermission(
  { db }: Pick<Service, "db">,
  principal: Principal,
  namespace: Pick<NamespaceRow, "teamId" | "userId">,
): Promise<Permission> {
  if (principal.kind === "admin") return "none";
  const acting = actingUser(principal);
  if (!acting) return principal.teamId === namespace.teamId ? "write" : "none";
  if (namespace.userId === acting.userId) return "admin";
  if (namespace.teamId !== acting.teamId) return "none";
  const [user] = await db.select({ isTeamAdmin: users.isTeamAdmin }).from(users).where(eq(users.id, acting.userId));
  return user?.isTeamAdmin ? "admin" : "write";
}

/** True when the principal may add repositories to the namespace. */
export function canCreateRepositories(permission: Permission): boolean {
  return permission === "write" || permission === "admin";
}
