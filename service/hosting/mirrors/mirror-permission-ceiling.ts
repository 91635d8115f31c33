import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { installationAccess, type Principal } from "../../core/principal";
import { isReadOnly } from "../access/mirror-status";
import { findRepository, repositoryPermission } from "../access/repository-access";

/** Scopes allowed on every mirror. */
const readScopes: ReadonlySet<string> = new Set(["repository:metadata:read", "repository:contents:read"]);

/**
 * Throws PermissionDenied if an app token requests more than read access to a mirror, unless it is a stable outbound one.
 * Ignores repositories the token can't access; the operation itself returns NotFound for them.
 */
export async function checkMirrorCeiling(
  context: Pick<Context, "db">,
  principal: Principal,
  { scopes }: { scopes: readonly string[] },
  { ownerSlug, repoName }: Readonly<Record<string, string>>,
): Promise<void> {
  if (!installationAccess(principal) || !ownerSlug || !repoName || scopes.every((scope) => readScopes.has(scope)))
    return;
  const found = await findRepository(context, ownerSlug, repoName);
  if (!found || !isReadOnly(found)) return;
  if ((await repositoryPermission(context, principal, found.id)) === "none") return;
  throw apiError.repohost("PermissionDenied", "The repository is a read-only mirror for apps");
}
