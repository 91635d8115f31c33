import { callPath } from "@/lib/contract/client-path";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import type { ResponseOf } from "@/lib/contract/operation";
import { roleAllows } from "@/lib/contract/operation";
import type { User } from "@/lib/server/auth/session-reader";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

/** A repository as variables identify it, and what a user can do with its variables. */
export interface RepositoryAccess {
  /** The id of a hosted repository, which survives renames, or the URL of another one. */
  key: string;
  /** `owner/name`, or the URL. */
  name: string;
  canUse: boolean;
  canChange: boolean;
}

type Repository = ResponseOf<typeof getRepo>;
type Actor = Pick<User, "email" | "name" | "role">;

const hostedPrefix = "repo:";
const elsewherePrefix = "url:";

/** The URL without differences that don't matter. */
export function plainUrl(text: string): string {
  const { host, pathname } = new URL(text);
  return `${host}${pathname}`
    .replace(/\/{1,9}$/, "")
    .replace(/\.git$/i, "")
    .toLowerCase();
}

function hosted(service: Service, user: Actor, repository: Repository): RepositoryAccess {
  const { id, fullName, viewerPermission } = repository;
  // Without the user's token, the permission is that of the dashboard's key.
  const permission = service.credentials.actsForUsers?.(getRepo) ? viewerPermission : undefined;
  const canPush = permission === "write" || permission === "admin";
  return {
    key: hostedPrefix + id,
    name: fullName,
    canUse: permission === undefined || canPush,
    canChange: permission === undefined ? roleAllows(user.role, "admin") : canPush,
  };
}

const elsewhere = (user: Actor, url: string): RepositoryAccess => ({
  key: elsewherePrefix + url,
  name: url,
  canUse: true,
  canChange: roleAllows(user.role, "admin"),
});

/** A hosted repository, read as the user; `undefined` if it doesn't exist or they can't read it. */
async function readRepository(
  service: Service,
  user: Actor,
  name: { ownerSlug: string; repoName: string },
): Promise<Repository | undefined> {
  try {
    return await callWith(service, getRepo, { path: callPath(getRepo, name), acting: { user, ...name } });
  } catch (error) {
    if (error instanceof UpstreamError && [400, 403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

/** What a user can do with the variables of the repository at a URL. Throws {@link UpstreamError} if the service can't be reached. */
export async function repositoryAccessByUrl(service: Service, user: Actor, text: string): Promise<RepositoryAccess> {
  const url = plainUrl(text);
  const [repoName = "", ownerSlug = ""] = url.split("/").reverse();
  const isName = repoName !== "" && url.split("/").length > 2;
  const repository = isName ? await readRepository(service, user, { ownerSlug, repoName }) : undefined;
  return repository && plainUrl(repository.cloneUrl) === url ? hosted(service, user, repository) : elsewhere(user, url);
}

/** The same by the key that a variable is stored with. `undefined`: the user can't read the repository. */
export async function repositoryAccessByKey(
  service: Service,
  user: Actor,
  key: string,
): Promise<RepositoryAccess | undefined> {
  if (!key.startsWith(hostedPrefix)) return elsewhere(user, key.slice(elsewherePrefix.length));
  const name = { ownerSlug: "_", repoName: key.slice(hostedPrefix.length) };
  const repository = await readRepository(service, user, name);
  return repository && hosted(service, user, repository);
}
