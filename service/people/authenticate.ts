import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Service } from "../service";
import { subTokens } from "../store/tables/account";
import { apiKeys, serviceAccounts, users } from "../store/tables/people";
import { keyHash } from "./api-key";
import { presentedKey } from "./credentials";
import { type Principal, subTokenPrefix } from "./principal";

/**
 * Who the `Authorization` header speaks for, or `undefined` when there is no key or it is unknown, deleted, expired or
 * its user is no longer active (specification, section 5 Authentication).
 */
export async function authenticate(
  { db, clock }: Pick<Service, "db" | "clock">,
  authorization: string | null,
): Promise<Principal | undefined> {
  const presented = presentedKey(authorization);
  if (!presented) return undefined;
  if (presented.key.startsWith(`${subTokenPrefix}_`)) return subTokenPrincipal({ db, clock }, presented.key);
  const [row] = await db
    .select({ key: apiKeys, user: users, account: serviceAccounts })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(serviceAccounts, eq(serviceAccounts.id, apiKeys.serviceAccountId))
    .where(and(eq(apiKeys.hash, keyHash(presented.key)), isNull(apiKeys.deletedAt)));
  if (!row || (row.key.expiresAt !== null && row.key.expiresAt <= clock.now())) return undefined;
  const key = { keyId: row.key.id, keyName: row.key.name, keyCreatedAt: row.key.createdAt };
  if (row.key.kind === "admin") return { kind: "admin", ...key };
  if (row.user) {
    return row.user.isActive ? { kind: "user", userId: row.user.id, teamId: row.user.teamId, ...key } : undefined;
  }
  if (!row.account) return undefined;
  const { id: serviceAccountId, teamId } = row.account;
  return { kind: "serviceAccount", serviceAccountId, teamId, agentScoped: row.key.agentScoped, ...key };
}

/** A worker token ends after its hour, with the key that minted it, and when its user is no longer active in the team. */
async function subTokenPrincipal(
  { db, clock }: Pick<Service, "db" | "clock">,
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
