import { and, eq, sql } from "drizzle-orm";
import type { RepositoryReference } from "@/lib/contract/hosting/pull-request";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { installationAccess, type Principal } from "../../core/principal";
import { installationRepositories } from "../../core/store/tables/apps";
import { namespaces, repositories } from "../../core/store/tables/repositories";
import type { HeldPermissions } from "./held-permissions";
import { heldPermissions, includes, type NamespaceRow, type Permission } from "./namespace-access";
import { ownerBody } from "./owner-body";

/** A repository and the namespace that owns it. */
export type FoundRepository = typeof repositories.$inferSelect & { ownerSlug: string; namespace: NamespaceRow };

/** A repository, and the caller's permissions on it. */
export type PermittedRepository = FoundRepository & { held: HeldPermissions<Permission> };

/** In place of an owner slug: the repository name is an id. */
const byIdSlug = "_";

const wellFormedId = /^repo_[a-z2-7]{26}$/;

/** Finds a repository by owner and name, ignoring case; with `_` as owner, by id. Doesn't check permissions. */
export async function findRepository(
  { db }: { db: Pick<Context["db"], "select"> },
  ownerSlug: string,
  name: string,
): Promise<FoundRepository | undefined> {
  const address =
    ownerSlug === byIdSlug
      ? eq(repositories.id, name)
      : and(eq(namespaces.slugFolded, ownerSlug.toLowerCase()), eq(repositories.nameFolded, name.toLowerCase()));
  const [row] = await db
    .select({ repository: repositories, namespace: namespaces })
    .from(repositories)
    .innerJoin(namespaces, eq(namespaces.id, repositories.namespaceId))
    .where(address);
  return row && { ...row.repository, ownerSlug: row.namespace.slug, namespace: row.namespace };
}

/** A repository as other resources reference it. */
export function repositoryReference({ id, name, namespace }: FoundRepository): RepositoryReference {
  return { id, name, owner: ownerBody(namespace) };
}

/** A principal's permission on a repository; `none` if the repository doesn't exist. */
export async function repositoryPermission(
  context: Pick<Context, "db">,
  principal: Principal,
  repositoryId: string,
): Promise<Permission> {
  const [row] = await context.db
    .select({ id: namespaces.id, teamId: namespaces.teamId, userId: namespaces.userId })
    .from(repositories)
    .innerJoin(namespaces, eq(namespaces.id, repositories.namespaceId))
    .where(eq(repositories.id, repositoryId));
  if (!row) return "none";
  return (await permissionsOn(context, principal, { id: repositoryId, namespace: row })).repository;
}

type Placed = { id: string; namespace: Pick<NamespaceRow, "id" | "teamId" | "userId"> };

/** False if the caller's token belongs to an app that has no access to the repository. */
async function isSelected({ db }: Pick<Context, "db">, principal: Principal, { id }: Placed): Promise<boolean> {
  const reach = installationAccess(principal);
  if (!reach) return true;
  if (reach.repositoryIds && !reach.repositoryIds.has(id)) return false;
  if (reach.selection === "all") return true;
  const { installationId, repositoryId } = installationRepositories;
  const [row] = await db
    .select({ repositoryId })
    .from(installationRepositories)
    .where(and(eq(installationId, reach.installationId), eq(repositoryId, id)));
  return row !== undefined;
}

/** A principal's permissions on a repository and its namespace. */
export async function permissionsOn(
  context: Pick<Context, "db">,
  principal: Principal,
  placed: Placed,
): Promise<HeldPermissions<Permission>> {
  const held = await heldPermissions(context, principal, placed.namespace, placed.id);
  const isReached = held.repository !== "none" && (await isSelected(context, principal, placed));
  return isReached ? held : { repository: "none", namespace: "none" };
}

/** Missing and inaccessible repositories get the same error, so names and ids can't be probed. */
export const repositoryNotFound = () => apiError.repohost("NotFound", "Repository not found");

/**
 * The repository at an address, for a principal with at least `needed` permission. Throws NotFound if the principal
 * can't read it, PermissionDenied if it can read but lacks the permission, InvalidArgument for a malformed id.
 */
export async function requireRepository(
  context: Pick<Context, "db">,
  principal: Principal,
  address: { ownerSlug: string; repoName: string },
  needed: "read" | "write" | "admin" = "read",
): Promise<PermittedRepository> {
  if (address.ownerSlug === byIdSlug && !wellFormedId.test(address.repoName)) {
    throw apiError.repohost("InvalidArgument", "repoName: invalid repository id", "repoName");
  }
  const found = await findRepository(context, address.ownerSlug, address.repoName);
  const held = found && (await permissionsOn(context, principal, found));
  if (!found || !held || held.repository === "none") throw repositoryNotFound();
  if (!includes(held.repository, needed)) {
    throw apiError.repohost("PermissionDenied", `Requires ${needed} permission on the repository`);
  }
  return { ...found, held };
}

/** The repository's canonical URL. */
export function repositoryUrl(
  { settings }: Pick<Context, "settings">,
  { ownerSlug, name }: { ownerSlug: string; name: string },
): string {
  return `${settings.gitUrl}/${ownerSlug}/${name}`;
}

const rootPath = ({ pathname }: URL) => (pathname.endsWith("/") ? pathname : `${pathname}/`);

function pathBelow(base: string, url: URL): string | undefined {
  const { origin } = new URL(base);
  const root = rootPath(new URL(base));
  return url.origin === origin && url.pathname.startsWith(root) ? url.pathname.slice(root.length) : undefined;
}

const ownerAndName = /^([^/]+)\/([^/]+?)(?:\.git)?\/*$/;
const plainOwnerAndName = /^([a-z0-9._-]+)\/([a-z0-9._-]+?)(?:\.git)?$/;

type WithUrls = Pick<Context, "settings" | "origin">;

const baseUrls = ({ settings, origin }: WithUrls) => [settings.gitUrl, settings.servicePublicUrl, origin()];

/** Finds a repository by URL, under any of this service's base URLs, with or without `.git` and a trailing slash. */
export async function findRepositoryByUrl(
  context: Pick<Context, "db"> & WithUrls,
  url: string,
): Promise<FoundRepository | undefined> {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  if (parsed.username || parsed.password || parsed.search || parsed.hash) return undefined;
  for (const base of baseUrls(context)) {
    const [, owner = "", name = ""] = ownerAndName.exec(pathBelow(base, parsed) ?? "") ?? [];
    if (owner && name && !owner.includes("%") && !name.includes("%")) return findRepository(context, owner, name);
  }
  return undefined;
}

/**
 * Ids of the repositories hosted here among `host/owner/name` references, of which there can be many thousands. Doesn't
 * check permissions.
 */
export async function findRepositoryIds(
  context: Pick<Context, "db"> & WithUrls,
  references: Iterable<string>,
): Promise<string[]> {
  const bases = baseUrls(context).map((base) => new URL(base));
  const roots = bases.map((base) => `${base.host}${rootPath(base)}`.toLowerCase());
  const addresses = [...new Set(references)].flatMap((each) => {
    const reference = each.toLowerCase();
    const root = roots.find((prefix) => reference.startsWith(prefix));
    const [, owner, name] = plainOwnerAndName.exec(root === undefined ? "" : reference.slice(root.length)) ?? [];
    return owner && name ? [`${owner}/${name}`] : [];
  });
  if (addresses.length === 0) return [];
  const wanted = sql`(select split_part(each, '/', 1), split_part(each, '/', 2) from unnest(${sql.param(addresses)}::text[]) each)`;
  const rows = await context.db
    .select({ id: repositories.id })
    .from(repositories)
    .innerJoin(namespaces, eq(namespaces.id, repositories.namespaceId))
    .where(sql`(${namespaces.slugFolded}, ${repositories.nameFolded}) in ${wanted}`);
  return rows.map(({ id }) => id);
}
