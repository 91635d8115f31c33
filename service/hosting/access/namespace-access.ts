import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { actingUser, installationAccess, type Principal } from "../../core/principal";
import { namespaces } from "../../core/store/tables/repositories";
import { type GrantedNamespace, type GrantPermission, type HeldPermissions, userPermissions } from "./held-permissions";

export type NamespaceRow = typeof namespaces.$inferSelect;

/** A principal's permission on a namespace and every repository in it. */
export type Permission = "none" | "read" | "write" | "admin";

const strength: readonly Permission[] = ["none", "read", "write", "admin"];

/** Whether one permission includes another. */
export const includes = (held: Permission, needed: Permission) => strength.indexOf(held) >= strength.indexOf(needed);

/** Finds a namespace by slug, ignoring case. */
export async function findNamespace({ db }: Pick<Context, "db">, slug: string): Promise<NamespaceRow | undefined> {
  const [row] = await db.select().from(namespaces).where(eq(namespaces.slugFolded, slug.toLowerCase()));
  return row;
}

/** The same permission on a repository and its namespace. */
const everywhere = (permission: Permission): HeldPermissions<Permission> => ({
  repository: permission,
  namespace: permission,
});

const ofUser = (held: GrantPermission): Permission => (held === "contributor" ? "read" : held);

/**
 * A principal's permissions on a repository, or only on a namespace. Users have the permission they are granted; service accounts
 * of the owning team have write. An app has admin wherever it is installed, limited by its scopes; acting
 * for a member, it has the member's permission. A run's credential has none here; see `run-permission.ts`.
 */
export async function heldPermissions(
  { db }: Pick<Context, "db">,
  principal: Principal,
  namespace: GrantedNamespace,
  repositoryId?: string,
): Promise<HeldPermissions<Permission>> {
  if (principal.kind === "admin" || principal.kind === "session" || principal.kind === "app") return everywhere("none");
  const reach = installationAccess(principal);
  if (reach && reach.namespaceId !== namespace.id) return everywhere("none");
  if (principal.kind === "installation") return everywhere("admin");
  const acting = principal.kind === "installationUser" ? principal : actingUser(principal);
  if (!acting) return serviceAccountPermissions(principal, namespace, repositoryId);
  const held = await userPermissions(db, acting.userId, namespace, repositoryId);
  return { repository: ofUser(held.repository), namespace: ofUser(held.namespace) };
}

/** A principal's permission on a namespace. */
export async function namespacePermission(
  context: Pick<Context, "db">,
  principal: Principal,
  namespace: GrantedNamespace,
): Promise<Permission> {
  return (await heldPermissions(context, principal, namespace)).namespace;
}

/** A key limited to repositories has no permission on anything else, including the namespace itself. */
function serviceAccountPermissions(
  principal: Principal,
  { teamId }: GrantedNamespace,
  repositoryId: string | undefined,
): HeldPermissions<Permission> {
  if (principal.kind !== "serviceAccount" || principal.teamId !== teamId) return everywhere("none");
  const { repositoryIds } = principal;
  if (!repositoryIds) return everywhere("write");
  const isInScope = repositoryId !== undefined && repositoryIds.includes(repositoryId);
  return { repository: isInScope ? "write" : "none", namespace: "none" };
}

/** True when the permission allows pushing. */
export function canWrite(permission: Permission): boolean {
  return permission === "write" || permission === "admin";
}

/** True when the permission allows creating repositories in the namespace. */
export function canCreateRepositories(permission: Permission): boolean {
  return canWrite(permission);
}

export const adminRequired = () => apiError.repohost("PermissionDenied", "Requires admin permission on the namespace");

/** A namespace the caller can read or administer. Throws NotFound or PermissionDenied. */
export async function requireNamespace(
  context: Pick<Context, "db">,
  principal: Principal,
  slug: string,
  needed: "read" | "admin",
): Promise<NamespaceRow> {
  const namespace = await findNamespace(context, slug);
  const held = namespace ? await namespacePermission(context, principal, namespace) : "none";
  if (!namespace || held === "none") throw apiError.repohost("NotFound", "Namespace not found");
  if (needed === "admin" && held !== "admin") throw adminRequired();
  return namespace;
}
