import { eq, sql } from "drizzle-orm";
import { agents } from "./index-schema";
import { nextChange, withChanges } from "./indexed-agents";
import { launches } from "./schema";
import type { Store } from "./store";

export type LaunchRow = typeof launches.$inferSelect;

/**
 * Stores an agent's launch form, once. Its user is the agent's owner, as shown in lists, and is stored when the agent is
 * launched, before the browser sends the form.
 */
export async function insertLaunch(store: Store, row: Omit<LaunchRow, "fields"> & { fields: object }): Promise<void> {
  await withChanges(store, async (tx) => {
    await tx
      .insert(launches)
      .values(row)
      .onConflictDoUpdate({
        target: launches.agentId,
        set: { fields: sql`excluded.fields` },
        setWhere: sql`not ${launches.fields} ? 'prompt' and ${launches.launchedBy} = excluded.launched_by`,
      });
    await tx.update(agents).set({ change: nextChange }).where(eq(agents.id, row.agentId));
  });
}

export async function findLaunch(store: Store, agentId: string): Promise<LaunchRow | undefined> {
  const [row] = await store.database.select().from(launches).where(eq(launches.agentId, agentId));
  return row;
}
