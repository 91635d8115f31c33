import { and, asc, count, eq, or } from "drizzle-orm";
import { maxViews } from "@/lib/contract/dashboard/views/saved-view";
import { savedViews } from "./index-schema";
import { users } from "./schema";
import type { Store } from "./store";

export type SavedViewRow = typeof savedViews.$inferSelect;

/** A user's own and shared views, by name. */
export async function readSavedViews(
  store: Store,
  userId: string,
): Promise<{ view: SavedViewRow; ownerName: string }[]> {
  return store.database
    .select({ view: savedViews, ownerName: users.displayName })
    .from(savedViews)
    .innerJoin(users, eq(users.id, savedViews.userId))
    .where(or(eq(savedViews.userId, userId), savedViews.shared))
    .orderBy(asc(savedViews.name), asc(savedViews.id));
}

/**
 * Saves a view; one of the same user, list and name is replaced and keeps its id. Returns `undefined` when the user is at the
 * limit.
 */
export async function upsertSavedView(store: Store, view: SavedViewRow): Promise<SavedViewRow | undefined> {
  const { userId, list, name, query, shared } = view;
  return store.database.transaction(async (transaction) => {
    // Serializes saves of a user, so concurrent ones can't exceed the limit.
    await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    const [replaced] = await transaction
      .update(savedViews)
      .set({ query, shared })
      .where(and(eq(savedViews.userId, userId), eq(savedViews.list, list), eq(savedViews.name, name)))
      .returning();
    if (replaced) return replaced;
    const [kept] = await transaction.select({ count: count() }).from(savedViews).where(eq(savedViews.userId, userId));
    if ((kept?.count ?? 0) >= maxViews) return undefined;
    const [added] = await transaction.insert(savedViews).values(view).returning();
    return added;
  });
}

/** Deletes a user's own view, or with `anyShared` a shared one. Returns whether it existed. */
export async function removeSavedView(
  store: Store,
  id: string,
  { userId, anyShared }: { userId: string; anyShared: boolean },
): Promise<boolean> {
  const own = eq(savedViews.userId, userId);
  const removed = await store.database
    .delete(savedViews)
    .where(and(eq(savedViews.id, id), anyShared ? or(own, savedViews.shared) : own))
    .returning({ id: savedViews.id });
  return removed.length > 0;
}
