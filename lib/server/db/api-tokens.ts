import { and, count, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { PersonRow } from "./people";
import { apiTokens, people } from "./schema";
import type { Store } from "./store";

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
    await tx.select({ id: people.id }).from(people).where(eq(people.id, row.personId)).for("update");
    const [active] = await tx
      .select({ tokens: count() })
      .from(apiTokens)
      .where(and(eq(apiTokens.personId, row.personId), isActive(row.createdAt)));
    if ((active?.tokens ?? 0) >= maxApiTokens) return false;
    await tx.insert(apiTokens).values(row);
    return true;
  });
}

/** A token with its user, regardless of their state. */
export async function findApiToken(
  { database }: Store,
  tokenHash: string,
): Promise<{ token: ApiTokenRow; person: PersonRow } | undefined> {
  const [row] = await database
    .select({ token: apiTokens, person: people })
    .from(apiTokens)
    .innerJoin(people, eq(people.id, apiTokens.personId))
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
export async function apiTokensOf({ database }: Store, personId: string): Promise<ApiTokenRow[]> {
  return database
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.personId, personId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
}

/** The active tokens of all users, newest first. */
export async function activeApiTokens(
  { database }: Store,
  now: Date,
): Promise<{ token: ApiTokenRow; email: string }[]> {
  return database
    .select({ token: apiTokens, email: people.email })
    .from(apiTokens)
    .innerJoin(people, eq(people.id, apiTokens.personId))
    .where(isActive(now))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
}

/** Revokes a token, of any user if `personId` is absent. Returns it, or `undefined` if it isn't found or has ended. */
export async function revokeToken(
  { database }: Store,
  { id, personId }: { id: string; personId?: string },
  now: Date,
): Promise<ApiTokenRow | undefined> {
  const owned = personId === undefined ? undefined : eq(apiTokens.personId, personId);
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
