import { and, count, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { apiTokens, users } from "./schema";
import type { Store } from "./store";
import type { UserRow } from "./users";

export type ApiTokenRow = typeof apiTokens.$inferSelect;

/** Active tokens of one user. */
export const maxApiTokens = 50;
const lastUsedEveryMs = 60_000;
/** Ended tokens are kept, so that their users see why they are rejected. */
const retentionMs = 30 * 86_400_000;

const isActive = (now: Date) => and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now));

/** Stores a token; false if its user already has {@link maxApiTokens}. */
export async function insertApiToken(
  { database }: Store,
  row: Omit<ApiTokenRow, "lastUsedAt" | "revokedAt">,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, row.userId)).for("update");
    const [active] = await tx
      .select({ tokens: count() })
      .from(apiTokens)
      .where(and(eq(apiTokens.userId, row.userId), isActive(row.createdAt)));
    if ((active?.tokens ?? 0) >= maxApiTokens) return false;
    await tx.insert(apiTokens).values(row);
    return true;
  });
}

/** A token with its user, regardless of their state. */
export async function findApiToken(
  { database }: Store,
  tokenHash: string,
): Promise<{ token: ApiTokenRow; user: UserRow } | undefined> {
  const [row] = await database
    .select({ token: apiTokens, user: users })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(eq(apiTokens.tokenHash, tokenHash));
  return row;
}

/** Records that a token was used, at most once a minute. */
export async function recordTokenUse({ database }: Store, { id, lastUsedAt }: ApiTokenRow, now: Date): Promise<void> {
  const before = new Date(now.getTime() - lastUsedEveryMs);
  if (lastUsedAt !== null && lastUsedAt > before) return;
  await database
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before))));
}

/** A user's tokens, newest first, including ended ones. */
export async function apiTokensOf({ database }: Store, userId: string): Promise<ApiTokenRow[]> {
  return database
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.userId, userId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
}

/** The active tokens of all users, newest first. */
export async function activeApiTokens(
  { database }: Store,
  now: Date,
): Promise<{ token: ApiTokenRow; email: string }[]> {
  return database
    .select({ token: apiTokens, email: users.email })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(isActive(now))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
}

/** Revokes a token, of any user if `userId` is absent. Returns it, or `undefined` if it isn't found or has ended. */
export async function revokeToken(
  { database }: Store,
  { id, userId }: { id: string; userId?: string },
  now: Date,
): Promise<ApiTokenRow | undefined> {
  const owned = userId === undefined ? undefined : eq(apiTokens.userId, userId);
  const [row] = await database
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(eq(apiTokens.id, id), owned, isActive(now)))
    .returning();
  return row;
}

/** Deletes tokens that ended 30 days ago. */
export async function deleteEndedTokens({ database }: Store, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs);
  await database
    .delete(apiTokens)
    .where(sql`least(${apiTokens.expiresAt}, ${apiTokens.revokedAt}) < ${before.toISOString()}::timestamptz`);
}
