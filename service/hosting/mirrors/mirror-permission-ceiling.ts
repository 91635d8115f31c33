import type { Context } from "../../core/context";
import { refuse } from "../../core/http/refusal";
import { installationAccess, type Principal } from "../../core/principal";
import { isReadOnly } from "../access/mirror-status";
import { findRepository, repositoryPermission } from "../access/repository-access";

/** Scopes that hold for every mirror. */
const always: ReadonlySet<string> = new Set(["repository:metadata:read", "repository:contents:read"]);

/**
 * Refuses tokens of apps that would do more with a mirror than read it while it is no stable outbound one. Says nothing
 * of repositories the token does not reach: those are not found.
 */
export async function checkMirrorCeiling(
  context: Pick<Context, "db">,
  principal: Principal,
  { scopes }: { scopes: readonly string[] },
  { ownerSlug, repoName }: Readonly<Record<string, string>>,
): Promise<void> {
  if (!installationAccess(principal) || !ownerSlug || !repoName || scopes.every((scope) => always.has(scope))) return;
  const found = await findRepository(context, ownerSlug, repoName);
  if (!found || !isReadOnly(found)) return;
  if ((await repositoryPermission(context, principal, found.id)) === "none") return;
  throw refuse.repohost("PermissionDenied", "The repository is a mirror that apps may only read");
}
