import { z } from "zod";

/** All scopes (hosting specification, section 5). */
export const scopeCatalog = [
  "namespace:user_tokens:write",
  "namespace:repositories:read",
  "namespace:repositories:create",
  "namespace:settings:read",
  "namespace:settings:write",
  "namespace:apps:create",
  "namespace:apps:read",
  "namespace:installations:write",
  "app:settings:write",
  "repository:contents:read",
  "repository:contents:write",
  "repository:metadata:read",
  "repository:settings:read",
  "repository:settings:write",
  "repository:mirror:write",
  "repository:mirror:delete",
  "repository:pull_requests:read",
  "repository:pull_requests:write",
  "repository:pull_requests:reviews:read",
  "repository:pull_requests:reviews:write",
  "repository:checks:read",
  "repository:checks:write",
  "repository:labels:read",
  "repository:labels:write",
  "repository:rulesets:read",
  "repository:rulesets:write",
] as const;

const known: ReadonlySet<string> = new Set(scopeCatalog);

/** The scope that lets an app mint tokens for members. No token has it. */
export const userTokensScope = "namespace:user_tokens:write";

/** The scope of listing repositories. Only installations of the dashboard's app have it, which the system installs. */
export const repositoryListScope = "namespace:repositories:read";

/** Scopes an installation can be granted; the others are for users. */
export function isInstallable(scope: string): boolean {
  if (!known.has(scope)) return false;
  return scope.startsWith("repository:") || scope.startsWith("namespace:settings:") || scope === userTokensScope;
}

/** The scopes in catalog order without duplicates, adding `:read` for each `:write`. */
export function withReads(scopes: Iterable<string>): string[] {
  const granted = new Set(scopes);
  return scopeCatalog.filter((scope) => granted.has(scope) || granted.has(scope.replace(/:read$/, ":write")));
}

const oneOf = (scopes: readonly string[]) => `must be one of ${scopes.join(", ")}`;

/** A list of scopes from the catalog. */
export const Scopes = z.array(z.string().refine((scope) => known.has(scope), oneOf(scopeCatalog))).max(100);

export const installableScopes: readonly string[] = scopeCatalog.filter(isInstallable);

/** A list of scopes an installation can have. */
export const InstallableScopes = z.array(z.string().refine(isInstallable, oneOf(installableScopes))).max(100);
