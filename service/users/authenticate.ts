import { and, eq, gt, isNull, or } from "drizzle-orm";
import { keyHash } from "../core/api-key";
import type { Context } from "../core/context";
import { presentedKey } from "../core/http/credentials";
import { type Principal, sessionTokenPrefix, subTokenPrefix, workerCredentialPrefix } from "../core/principal";
import { subTokens } from "../core/store/tables/account";
import { workerCredentials } from "../core/store/tables/pools";
import { pendingRequests, sessionTokens } from "../core/store/tables/queue";
import { apiKeys, users } from "../core/store/tables/users";
import { appOfJwt, looksLikeJwt } from "../hosting/apps/app-jwt";
import { installationPrincipal, isInstallationToken } from "../hosting/installations/installation-token";
import { type FoundApiKey, findApiKey, findApiKeyById } from "./find-api-key";

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
  if (presented.key.startsWith(`${workerCredentialPrefix}_`)) return workerPrincipal({ db, clock }, presented.key);
  // Over Basic, these are only accepted for git (`git-authorization.ts`).
  if (presented.scheme === "bearer") {
    if (isInstallationToken(presented.key)) return installationPrincipal({ db, clock }, presented.key);
    if (looksLikeJwt(presented.key)) return appOfJwt({ db, clock }, presented.key);
  }
  const found = await findApiKey(db, keyHash(presented.key));
  if (found?.key.registration && found.key.registration.expiresAt <= clock.now()) return undefined;
  return keyPrincipal(found, clock.now());
}

/**
 * The principal of an API key that isn't expired, and whose user is active. Of a registration token, it is what its workers
 * keep after the token has expired.
 */
export function keyPrincipal(
  row: FoundApiKey | undefined,
  now: number,
): Extract<Principal, { kind: "admin" | "user" | "serviceAccount" | "worker" }> | undefined {
  if (!row || (row.key.expiresAt !== null && row.key.expiresAt <= now)) return undefined;
  const key = { keyId: row.key.id, keyName: row.key.name, keyCreatedAt: row.key.createdAt };
  if (row.key.kind === "admin") return { kind: "admin", ...key };
  const { registration } = row.key;
  if (row.user) {
    const { id: userId, teamId, isActive } = row.user;
    if (!isActive) return undefined;
    if (registration) return { kind: "worker", teamId, owner: { userId }, pool: registration.pool, ...key };
    return { kind: "user", userId, teamId, ...key };
  }
  if (!row.account) return undefined;
  const { id: serviceAccountId, teamId } = row.account;
  if (registration) return { kind: "worker", teamId, owner: { serviceAccountId }, pool: registration.pool, ...key };
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

/** The credential of a registered worker is valid while its registration token exists. */
async function workerPrincipal(
  { db, clock }: Pick<Context, "db" | "clock">,
  credential: string,
): Promise<Principal | undefined> {
  const [row] = await db
    .select()
    .from(workerCredentials)
    .where(eq(workerCredentials.hash, keyHash(credential)));
  const token = row && keyPrincipal(await findApiKeyById(db, row.keyId), clock.now());
  return token?.kind === "worker" ? { ...token, workerId: row?.workerId } : undefined;
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
