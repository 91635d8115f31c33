import { sql } from "drizzle-orm";
import type { Store } from "./store";

export type Transaction = Parameters<Parameters<Store["database"]["transaction"]>[0]>[0];

const changesLock = 7_150_003;

/** A new number for a change of an agent. */
export const nextChange = sql`nextval('agent_changes')`;

/**
 * Changes agents. One such transaction at a time: a reader that has seen change number 7 never misses 6, because
 * numbers become visible in their order.
 */
export function withChanges<T>(store: Store, change: (tx: Transaction) => Promise<T>): Promise<T> {
  return store.database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${changesLock})`);
    return change(tx);
  });
}
