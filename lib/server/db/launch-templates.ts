import { and, asc, count, eq, or } from "drizzle-orm";
import { maxTemplates } from "@/lib/contract/dashboard/launch-templates/launch-template";
import { launchTemplates, people } from "./schema";
import type { Store } from "./store";

export type LaunchTemplateRow = typeof launchTemplates.$inferSelect;

/** A user's own and shared templates, by name. */
export async function readLaunchTemplates(
  store: Store,
  personId: string,
): Promise<{ template: LaunchTemplateRow; ownerName: string }[]> {
  return store.database
    .select({ template: launchTemplates, ownerName: people.displayName })
    .from(launchTemplates)
    .innerJoin(people, eq(people.id, launchTemplates.personId))
    .where(or(eq(launchTemplates.personId, personId), launchTemplates.shared))
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
  const { personId, name, fields, shared, updatedAt } = template;
  return store.database.transaction(async (transaction) => {
    // Serializes saves of a user, so concurrent ones can't exceed the limit.
    await transaction.select({ id: people.id }).from(people).where(eq(people.id, personId)).for("update");
    const [replaced] = await transaction
      .update(launchTemplates)
      .set({ fields, shared, updatedAt })
      .where(and(eq(launchTemplates.personId, personId), eq(launchTemplates.name, name)))
      .returning();
    if (replaced) return replaced;
    const [existing] = await transaction
      .select({ count: count() })
      .from(launchTemplates)
      .where(eq(launchTemplates.personId, personId));
    if ((existing?.count ?? 0) >= maxTemplates) return undefined;
    const [added] = await transaction.insert(launchTemplates).values(template).returning();
    return added;
  });
}

/** Deletes a user's own template, or with `anyShared` a shared one. Returns whether it existed. */
export async function removeLaunchTemplate(
  store: Store,
  id: string,
  { personId, anyShared }: { personId: string; anyShared: boolean },
): Promise<boolean> {
  const own = eq(launchTemplates.personId, personId);
  const removed = await store.database
    .delete(launchTemplates)
    .where(and(eq(launchTemplates.id, id), anyShared ? or(own, launchTemplates.shared) : own))
    .returning({ id: launchTemplates.id });
  return removed.length > 0;
}
