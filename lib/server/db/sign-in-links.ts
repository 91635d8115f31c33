import { and, eq, gt, isNull, lt } from "drizzle-orm";
import { signInLinks } from "./schema";
import type { Store } from "./store";

export type LinkState = "valid" | "used" | "expired" | "unknown";

export async function addLink(
  store: Store,
  link: { tokenHash: string; userId: string; expiresAt: Date },
): Promise<void> {
  await store.database.insert(signInLinks).values(link);
}

export async function linkState(store: Store, tokenHash: string, now: Date): Promise<LinkState> {
  const [row] = await store.database.select().from(signInLinks).where(eq(signInLinks.tokenHash, tokenHash));
  if (!row) return "unknown";
  if (row.usedAt) return "used";
  return row.expiresAt > now ? "valid" : "expired";
}

/** Redeems a link and returns its user. Of several concurrent callers, one succeeds. */
export async function markLinkUsed(store: Store, tokenHash: string, now: Date): Promise<string | undefined> {
  const [row] = await store.database
    .update(signInLinks)
    .set({ usedAt: now })
    .where(and(eq(signInLinks.tokenHash, tokenHash), isNull(signInLinks.usedAt), gt(signInLinks.expiresAt, now)))
    .returning({ userId: signInLinks.userId });
  return row?.userId;
}

/** Deletes links that expired before `before`. */
export async function removeLinksExpiredBefore(store: Store, before: Date): Promise<void> {
  await store.database.delete(signInLinks).where(lt(signInLinks.expiresAt, before));
}
