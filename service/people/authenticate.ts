import { and, eq, gt, isNull, or } from "drizzle-orm";
import { keyHash } from "../core/api-key";
import type { Context } from "../core/context";
import { presentedKey } from "../core/http/credentials";
import { type Principal, sessionTokenPrefix, subTokenPrefix } from "../core/principal";
import { subTokens } from "../core/store/tables/account";
import { apiKeys, users } from "../core/store/tables/people";
import { pendingRequests, sessionTokens } from "../core/store/tables/queue";
import { appOfJwt, looksLikeJwt } from "../hosting/apps/app-jwt";
import { installationPrincipal, isInstallationToken } from "../hosting/installations/installation-token";
import { type FoundApiKey, findApiKey } from "./find-api-key";

/**
 * Resolves an `Authorization` header to a principal; undefined when the key is missing, unknown, deleted or expired, or its
 * user is deactivated (specification, section 5 Authentication).
 */
export async function authenticate(
  { db, clock }: Pick<Context, "db" | "clock">,
  authorization: string | null,
): Promise<Principal | undefined> {
  const presented = presentedKey(authorization);
  if (!presented) return undefined;
  if (presented.key.startsWith(`${subTokenPrefix}_`)) return subTokenPrincipal({ db, clock }, presented.key);
  if (presented.key.startsWith(`${sessionTokenPrefix}_`)) return sessionPrincipal({ db, clock }, presented.key);
  // Over Basic, these are only accepted for git (`git-authorization.ts`).
  if (presented.scheme === "bearer") {
    if (isInstallationToken(presented.key)) return installationPrincipal({ db, clock }, presented.key);
    if (looksLikeJwt(presented.key)) return appOfJwt({ db, clock }, presented.key);
  }
  return keyPrincipal(await findApiKey(db, keyHash(presented.key)), clock.now());
}

/** The principal of an API key that isn't expired, and whose user is active. */
export function keyPrincipal(
  row: FoundApiKey | undefined,
  now: number,
): Extract<Principal, { kind: "admin" | "user" | "serviceAccount" }> | undefined {
  if (!row || (row.key.expiresAt !== null && row.key.expiresAt <= now)) return undefined;
  const key = { keyId: row.key.id, keyName: row.key.name, keyCreatedAt: row.key.createdAt };
  if (row.key.kind === "admin") return { kind: "admin", ...key };
  if (row.user) {
    return row.user.isActive ? { kind: "user", userId: row.user.id, teamId: row.user.teamId, ...key } : undefined;
  }
  if (!row.account) return undefined;
  const { id: serviceAccountId, teamId } = row.account;
  const { agentScoped, repositoryIds } = row.key;
  const scope = repositoryIds === null ? {} : { repositoryIds };
  return { kind: "serviceAccount", serviceAccountId, teamId, agentScoped, ...scope, ...key };
}

/** A session token is valid for seven days, while its claim and the key that minted it exist. */
async function sessionPrincipal(
  { db, clock }: Pick<Context, "db" | "clock">,
  token: string,
): Promise<Principal | undefined> {
  const now = clock.now();
  const [row] = await db
    .select({ token: sessionTokens, key: apiKeys, claim: pendingRequests })
    .from(sessionTokens)
    .innerJoin(apiKeys, eq(apiKeys.id, sessionTokens.keyId))
    .innerJoin(
      pendingRequests,
      and(eq(pendingRequests.agentId, sessionTokens.agentId), eq(pendingRequests.claimId, sessionTokens.claimId)),
    )
    .where(
      and(
        eq(sessionTokens.hash, keyHash(token)),
        gt(sessionTokens.expiresAt, now),
        isNull(apiKeys.deletedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
      ),
    );
  if (!row || row.claim.workerId === null || row.key.serviceAccountId === null) return undefined;
  return {
    kind: "session",
    serviceAccountId: row.key.serviceAccountId,
    teamId: row.claim.teamId,
    agentId: row.claim.agentId,
    workerId: row.claim.workerId,
    keyId: row.key.id,
    keyName: row.key.name,
    keyCreatedAt: row.token.createdAt,
  };
}

/** A worker token is valid for one hour, while the key that minted it exists and its user is active in the team. */
async function subTokenPrincipal(
  { db, clock }: Pick<Context, "db" | "clock">,
  token: string,
): Promise<Principal | undefined> {
  const now = clock.now();
  const [row] = await db
    .select({ token: subTokens, key: apiKeys })
    .from(subTokens)
    .innerJoin(apiKeys, eq(apiKeys.id, subTokens.keyId))
    .innerJoin(users, and(eq(users.id, subTokens.userId), eq(users.teamId, subTokens.teamId)))
    .where(
      and(
        eq(subTokens.hash, keyHash(token)),
        gt(subTokens.expiresAt, now),
        isNull(apiKeys.deletedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
        eq(users.isActive, true),
      ),
    );
  if (!row) return undefined;
  const { userId, teamId, keyId, createdAt } = row.token;
  return { kind: "subToken", userId, teamId, keyId, keyName: row.key.name, keyCreatedAt: createdAt };
}
