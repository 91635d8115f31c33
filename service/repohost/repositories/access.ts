import { and, eq } from "drizzle-orm";
import { refuse } from "../../http/refusal";
import type { Principal } from "../../people/principal";
import type { Service } from "../../service";
import { namespaces, repositories } from "../../store/tables/repositories";
import { type NamespaceRow, namespacePermission, type Permission } from "../namespaces/access";

/** A repository and the namespace that owns it. */
export type FoundRepository = typeof repositories.$inferSelect & { ownerSlug: string; namespace: NamespaceRow };

/** As an owner slug it says that a repository id follows. */
const byIdSlug = "_";

/** The repository at an address, in any casing; `_` as owner takes the repository's id. Says nothing about rights. */
export async function findRepository(
  { db }: Pick<Service, "db">,
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

/** What a principal may do with a repository; `none` as well when there is no such repository. */
export async function repositoryPermission(
  service: Pick<Service, "db">,
  principal: Principal,
  repositoryId: string,
): Promise<Permission> {
  const [row] = await service.db
    .select({ teamId: namespaces.teamId, userId: namespaces.userId })
    .from(repositories)
    .innerJoin(namespaces, eq(namespaces.id, repositories.namespaceId))
    .where(eq(repositories.id, repositoryId));
  return row ? namespacePermission(service, principal, row) : "none";
}

/** One refusal for the missing and the unreachable, so that addresses and ids cannot be probed. */
export const repositoryNotFound = () => refuse.repohost("NotFound", "Repository not found");

/** The repository at an address, for a principal who may at least read it. Throws NotFound otherwise. */
export async function requireRepository(
  service: Pick<Service, "db">,
  principal: Principal,
  address: { ownerSlug: string; repoName: string },
): Promise<FoundRepository> {
  const found = await findRepository(service, address.ownerSlug, address.repoName);
  if (!found || (await namespacePermission(service, principal, found.namespace)) === "none") throw repositoryNotFound();
  return found;
}

/** The address of a repository as people write it. */
export function repositoryUrl(
  { settings }: Pick<Service, "settings">,
  { ownerSlug, name }: { ownerSlug: string; name: string },
): string {
  return `${settings.gitUrl}/${ownerSlug}/${name}`;
}

function pathBelow(base: string, url: URL): string | undefined {
  const { origin, pathname } = new URL(base);
  const root = pathname.endsWith("/") ? pathname : `${pathname}/`;
  return url.origin === origin && url.pathname.startsWith(root) ? url.pathname.slice(root.length) : undefined;
}

const ownerAndName = /^([^/]+)\/([^/]+?)(?:\.git)?\/*$/;

/** The repository a URL names: below any address of this service, with or without `.git` and a closing slash. */
export async function findRepositoryByUrl(
  service: Pick<Service, "db" | "settings" | "origin">,
  url: string,
): Promise<FoundRepository | undefined> {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  if (parsed.username || parsed.password || parsed.search || parsed.hash) return undefined;
  const { gitUrl, servicePublicUrl } = service.settings;
  for (const base of [gitUrl, servicePublicUrl, service.origin()]) {
    const [, owner = "", name = ""] = ownerAndName.exec(pathBelow(base, parsed) ?? "") ?? [];
    if (owner && name && !owner.includes("%") && !name.includes("%")) return findRepository(service, owner, name);
  }
  return undefined;
}
