import type { Context } from "../core/context";
import { refuse } from "../core/http/refusal";
import type { Principal } from "../core/principal";
import { findRepository } from "../hosting/access/repository-access";

/** The repositories a key is good for in the pool API; `undefined` when it is good for all. */
export function repositoryScope(principal: Principal): ReadonlySet<string> | undefined {
  const ids = principal.kind === "serviceAccount" ? principal.repositoryIds : undefined;
  return ids && new Set(ids);
}

export const outOfScope = (what: string) =>
  refuse.agents(403, "role_forbidden", `The key is scoped to repositories, and ${what} is not among them`);

/** Refuses what lies outside the repositories of a repo-scoped key. Any-repo things lie outside. Throws 403. */
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
