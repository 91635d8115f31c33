import { and, eq, isNull } from "drizzle-orm";
import type { Service } from "../service";
import { apiKeys, serviceAccounts, users } from "../store/tables/people";
import { keyHash } from "./api-key";
import { presentedKey } from "./credentials";
import type { Principal } from "./principal";

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
