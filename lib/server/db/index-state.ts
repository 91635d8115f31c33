import { eq } from "drizzle-orm";
import { indexState } from "./index-schema";
import type { Store } from "./store";

export type IndexState = Omit<typeof indexState.$inferSelect, "source">;

const start: IndexState = {
  pass: 0,
  cursor: null,
  passBeganAt: null,
  passEndedAt: null,
  polledAt: null,
  lastError: null,
  lastErrorAt: null,
  searchedChange: 0,
};

/** Index progress of a service. */
export async function readIndexState(store: Store, source: string): Promise<IndexState> {
  const [row] = await store.database.select().from(indexState).where(eq(indexState.source, source));
  return row ?? start;
}

export async function saveIndexState(store: Store, source: string, changed: Partial<IndexState>): Promise<void> {
  await store.database
    .insert(indexState)
    .values({ source, ...changed })
    .onConflictDoUpdate({ target: indexState.source, set: { source, ...changed } });
}
