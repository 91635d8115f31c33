import { and, asc, count, eq, or } from "drizzle-orm";
import { maxTemplates } from "@/lib/contract/dashboard/launch-templates/launch-template";
import { launchTemplates, users } from "./schema";
import type { Store } from "./store";

export type LaunchTemplateRow = typeof launchTemplates.$inferSelect;

/** A user's own and shared templates, by name. */
export async function readLaunchTemplates(
  store: Store,
  userId: string,
): Promise<{ template: LaunchTemplateRow; ownerName: string }[]> {
  return store.database
    .select({ template: launchTemplates, ownerName: users.displayName })
    .from(launchTemplates)
    .innerJoin(users, eq(users.id, launchTemplates.userId))
    .where(or(eq(launchTemplates.userId, userId), launchTemplates.shared))
    .orderBy(asc(launchTemplates.name), asc(launchTemplates.id));
}

/**
 * Saves a template; one of the same user and name is replaced and keeps its id. Returns `undefined` when the user is
 * at the limit.
 */
export async function upsertLaunchTemplate(
  store: Store,
  template: Omit<LaunchTemplateRow, "fields"> & { fields: object },
): Promise<LaunchTemplateRow | undefined> {
  const { userId, name, fields, shared, updatedAt } = template;
  return store.database.transaction(async (transaction) => {
    // Serializes saves of a user, so concurrent ones can't exceed the limit.
    await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    const [replaced] = await transaction
      .update(launchTemplates)
      .set({ fields, shared, updatedAt })
      .where(and(eq(launchTemplates.userId, userId), eq(launchTemplates.name, name)))
      .returning();
    if (replaced) return replaced;
    const [existing] = await transaction
      .select({ count: count() })
      .from(launchTemplates)
      .where(eq(launchTemplates.userId, userId));
    if ((existing?.count ?? 0) >= maxTemplates) return undefined;
    const [added] = await transaction.insert(launchTemplates).values(template).returning();
    return added;
  });
}

/** Deletes a user's own template, or with `anyShared` a shared one. Returns whether it existed. */
export async function removeLaunchTemplate(
  store: Store,
  id: string,
  { userId, anyShared }: { userId: string; anyShared: boolean },
): Promise<boolean> {
  const own = eq(launchTemplates.userId, userId);
  const removed = await store.database
    .delete(launchTemplates)
    .where(and(eq(launchTemplates.id, id), anyShared ? or(own, launchTemplates.shared) : own))
    .returning({ id: launchTemplates.id });
  return removed.length > 0;
}
