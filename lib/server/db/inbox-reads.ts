import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { inboxReads } from "./schema";
import type { Store } from "./store";

/** Exceeds the time items stay in the inbox. */
const retentionMs = 30 * 86_400_000;
const maxReads = 2_000;

export async function readInboxReads({ database }: Store, userId: string): Promise<Record<string, string>> {
  const rows = await database
    .select()
    .from(inboxReads)
    .where(eq(inboxReads.userId, userId))
    .orderBy(desc(inboxReads.readAt))
    .limit(maxReads);
  return Object.fromEntries(rows.map(({ key, readAt }) => [key, readAt.toISOString()]));
}

/** Marks items as read at `now`, or as unread with `read: false`. Marks of items that left the inbox are deleted. */
export async function markInboxItems(
  { database }: Store,
  { userId, keys, read, now }: { userId: string; keys: readonly string[]; read: boolean; now: Date },
): Promise<void> {
  const mine = eq(inboxReads.userId, userId);
  await database.transaction(async (tx) => {
    await tx.delete(inboxReads).where(and(mine, lt(inboxReads.readAt, new Date(now.getTime() - retentionMs))));
    if (!read) {
      await tx.delete(inboxReads).where(and(mine, inArray(inboxReads.key, [...keys])));
      return;
    }
    await tx
      .insert(inboxReads)
      .values([...new Set(keys)].map((key) => ({ userId, key, readAt: now })))
      .onConflictDoUpdate({ target: [inboxReads.userId, inboxReads.key], set: { readAt: sql`excluded.read_at` } });
  });
}
