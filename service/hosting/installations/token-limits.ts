import { and, eq, inArray } from "drizzle-orm";
import { userTokensScope, withReads } from "@/lib/contract/hosting/scope";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { installationRepositories } from "../../core/store/tables/apps";
import { repositories } from "../../core/store/tables/repositories";
import { type FoundInstallation, grantedScopes } from "./installation-row";

function rejectDuplicates(field: string, values: readonly string[]): void {
  if (new Set(values).size !== values.length)
    throw apiError.repohost("InvalidArgument", `${field} must not contain duplicates`, field);
}

/** The given repository ids that an installation can access. */
export async function accessibleRepositoryIds(
  { db }: Pick<Context, "db">,
  { installation }: Pick<FoundInstallation, "installation">,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const inNamespace = and(inArray(repositories.id, [...ids]), eq(repositories.namespaceId, installation.namespaceId));
  const selected = and(
    eq(installationRepositories.repositoryId, repositories.id),
    eq(installationRepositories.installationId, installation.id),
  );
  const rows =
    installation.selection === "all"
      ? await db.select({ id: repositories.id }).from(repositories).where(inNamespace)
      : await db
          .select({ id: repositories.id })
          .from(repositories)
          .innerJoin(installationRepositories, selected)
          .where(inNamespace);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Validates a token's requested scopes and repositories; `null` means no limit. Throws InvalidArgument, or `beyondGrant` for
 * what the installation doesn't have.
 */
export async function readTokenLimits(
  context: Pick<Context, "db">,
  found: FoundInstallation,
  { scopes = [], repositoryIds = [] }: { scopes?: string[] | undefined; repositoryIds?: string[] | undefined },
  beyondGrant: "InvalidArgument" | "PermissionDenied" = "InvalidArgument",
): Promise<{ scopes: string[] | null; repositoryIds: string[] | null }> {
  rejectDuplicates("scopes", scopes);
  rejectDuplicates("repositoryIds", repositoryIds);
  const held = new Set(grantedScopes(found).filter((scope) => scope !== userTokensScope));
  for (const [index, scope] of scopes.entries()) {
    if (held.has(scope)) continue;
    const isDelegable = scope !== userTokensScope && !/^(?:app|installation):/.test(scope);
    const message = `scopes[${index}]: must be one of ${[...held].join(", ")}, which the installation has`;
    throw apiError.repohost(isDelegable ? beyondGrant : "InvalidArgument", message, `scopes.${index}`);
  }
  if (repositoryIds.length > 0) {
    const reachable = await accessibleRepositoryIds(context, found, repositoryIds);
    const index = repositoryIds.findIndex((id) => !reachable.has(id));
    if (index >= 0) {
      const message = `repositoryIds[${index}] isn't accessible to this installation`;
      throw apiError.repohost(beyondGrant, message, `repositoryIds.${index}`);
    }
  }
  return {
    scopes: scopes.length > 0 ? withReads(scopes) : null,
    repositoryIds: repositoryIds.length > 0 ? repositoryIds : null,
  };
}
