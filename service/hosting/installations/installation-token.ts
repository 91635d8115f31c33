import { and, eq, gt, lte } from "drizzle-orm";
import { userTokensScope, withReads } from "@/lib/contract/hosting/scope";
import { isoTime } from "@/lib/core/clock";
import { keyHash } from "../../core/api-key";
import type { Context } from "../../core/context";
import type { Principal } from "../../core/principal";
import { installationTokens } from "../../core/store/tables/apps";
import { users } from "../../core/store/tables/users";
import { findInstallation, grantedScopes } from "./installation-row";

/** Prefix of installation access tokens. */
export const installationTokenPrefix = "oit";
/** Prefix of tokens for apps acting on behalf of a member. */
export const installationUserTokenPrefix = "oiu";

export function isInstallationToken(key: string): boolean {
  return key.startsWith(`${installationTokenPrefix}_`) || key.startsWith(`${installationUserTokenPrefix}_`);
}

export const installationTokenLifetimeMs = 15 * 60_000;

export interface TokenGrant {
  installationId: string;
  userId?: number;
  scopes: string[] | null;
  repositoryIds: string[] | null;
}

/** Creates a token that expires after 15 minutes or with the requesting JWT, whichever is first. Only its hash is stored. */
export async function mintToken(
  { db, clock, ids }: Pick<Context, "db" | "clock" | "ids">,
  caller: Extract<Principal, { kind: "app" }>,
  grant: TokenGrant,
): Promise<{ token: string; expiresAt: string }> {
  const now = clock.now();
  const expiresAt = Math.min(now + installationTokenLifetimeMs, caller.expiresAt);
  const token = ids.secret(grant.userId === undefined ? installationTokenPrefix : installationUserTokenPrefix);
  await db.delete(installationTokens).where(lte(installationTokens.expiresAt, now));
  await db.insert(installationTokens).values({ hash: keyHash(token), ...grant, createdAt: now, expiresAt });
  return { token, expiresAt: isoTime(expiresAt) };
}

/**
 * The principal of a token; `undefined` if the token has expired, its installation was suspended or deleted, its app was
 * deleted, or its member is inactive. Scopes are evaluated on each use.
 */
export async function installationPrincipal(
  { db, clock }: Pick<Context, "db" | "clock">,
  token: string,
): Promise<Principal | undefined> {
  const [row] = await db
    .select({ token: installationTokens })
    .from(installationTokens)
    .where(and(eq(installationTokens.hash, keyHash(token)), gt(installationTokens.expiresAt, clock.now())));
  return row && grantedPrincipal({ db }, row.token);
}

/** The principal that an installation's grant gives now, under the conditions of {@link installationPrincipal}. */
export async function grantedPrincipal(
  { db }: Pick<Context, "db">,
  grant: Pick<typeof installationTokens.$inferSelect, "installationId" | "userId" | "scopes" | "repositoryIds">,
): Promise<Extract<Principal, { kind: "installation" | "installationUser" }> | undefined> {
  const found = await findInstallation(db, grant.installationId);
  if (!found || found.installation.suspendedAt !== null) return undefined;
  const held = grantedScopes(found).filter((scope) => scope !== userTokensScope);
  const limit = grant.scopes && new Set(withReads(grant.scopes));
  const { installation, app, namespace } = found;
  const reach = {
    installationId: installation.id,
    appId: app.id,
    namespaceId: namespace.id,
    selection: installation.selection,
    scopes: new Set(limit ? held.filter((scope) => limit.has(scope)) : held),
    ...(grant.repositoryIds ? { repositoryIds: new Set(grant.repositoryIds) } : {}),
  };
  if (grant.userId === null) return { kind: "installation", ...reach };
  const [user] = await db.select().from(users).where(eq(users.id, grant.userId));
  return user?.isActive ? { kind: "installationUser", userId: user.id, teamId: user.teamId, ...reach } : undefined;
}
