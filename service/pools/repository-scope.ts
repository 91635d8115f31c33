import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { Principal } from "../core/principal";
import { findRepository } from "../hosting/access/repository-access";

/** Returns the ids of the repositories a key can use in the pool API; undefined when it isn't scoped. */
export function repositoryScope(principal: Principal): ReadonlySet<string> | undefined {
  const ids = principal.kind === "serviceAccount" ? principal.repositoryIds : undefined;
  return ids && new Set(ids);
}

export const outOfScope = (what: string) =>
  apiError.agents(403, "role_forbidden", `The key's repository scope doesn't include ${what}`);

/** Throws 403 for repositories outside the key's scope. Any-repo pools are always outside. */
export async function requireInScope(
  context: Pick<Context, "db">,
  principal: Principal,
  repository: { owner: string; name: string } | undefined,
): Promise<void> {
  const scope = repositoryScope(principal);
  if (!scope) return;
  const found = repository && (await findRepository(context, repository.owner, repository.name));
  if (!found || !scope.has(found.id)) {
    throw outOfScope(repository ? `${repository.owner}/${repository.name}` : "any repository");
  }
}
