import { eq } from "drizzle-orm";
import { launches } from "./schema";
import type { Store } from "./store";

export type LaunchRow = typeof launches.$inferSelect;

/** Stores the launch form of an agent; the first one is kept. */
export async function insertLaunch(store: Store, row: Omit<LaunchRow, "fields"> & { fields: object }): Promise<void> {
  await store.database.insert(launches).values(row).onConflictDoNothing();
}

export async function findLaunch(store: Store, agentId: string): Promise<LaunchRow | undefined> {
  const [row] = await store.database.select().from(launches).where(eq(launches.agentId, agentId));
  return row;
}
