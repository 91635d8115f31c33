import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { QueueChanges } from "@/lib/model/queue/queue-changes";
import type { QueueHealth } from "@/lib/model/queue/queue-health";
import type { QueueRow } from "@/lib/model/queue/queue-row";
import { queueRows, queueWatches } from "./queue-schema";
import type { Store } from "./store";

/** Notifications contain the name of the service whose queue changed. */
export const queueChannel = "queue_changed";

/** How long a change reader can be disconnected without reloading everything. */
export const removedRetentionMs = 10 * 60_000;
const batchSize = 1_000;
/** Finding expired rows reads the whole table, so it doesn't happen with each change. */
const pruneEvery = 100;

/**
 * Stores queue changes and the state of the watch, and notifies all processes. Changes are numbered in the order
 * they become visible, because each locks the row of the watch.
 */
export function writeQueue(
  store: Store,
  source: string,
  { put, gone }: QueueChanges,
  health: QueueHealth,
  now: number,
): Promise<void> {
  const changedAt = new Date(now);
  return store.database.transaction(async (tx) => {
    const [watch] = await tx
      .insert(queueWatches)
      .values({ source, change: 1, health })
      .onConflictDoUpdate({
        target: queueWatches.source,
        set: { change: sql`${queueWatches.change} + 1`, health },
      })
      .returning({ change: queueWatches.change });
    const change = watch?.change ?? 0;
    for (let from = 0; from < put.length; from += batchSize) {
      const values = put.slice(from, from + batchSize).map((row) => ({ source, id: row.id, row, change, changedAt }));
      await tx
        .insert(queueRows)
        .values(values)
        .onConflictDoUpdate({
          target: [queueRows.source, queueRows.id],
          set: { row: sql`excluded.row`, change, changedAt },
        });
    }
    for (let from = 0; from < gone.length; from += batchSize) {
      const ids = gone.slice(from, from + batchSize);
      await tx
        .update(queueRows)
        .set({ row: null, change, changedAt })
        .where(and(eq(queueRows.source, source), inArray(queueRows.id, ids)));
    }
    if (change % pruneEvery === 0) {
      const old = new Date(now - 2 * removedRetentionMs);
      await tx
        .delete(queueRows)
        .where(and(eq(queueRows.source, source), isNull(queueRows.row), lt(queueRows.changedAt, old)));
    }
    await tx.execute(sql`select pg_notify(${queueChannel}, ${source})`);
  });
}

export interface StoredQueue {
  rows: QueueRow[];
  gone: string[];
  change: number;
  health: QueueHealth | undefined;
}

/** The queue, or its changes after change number `after`. */
export function readQueue(store: Store, source: string, after?: number): Promise<StoredQueue> {
  return store.database.transaction(
    async (tx) => {
      const [watch] = await tx.select().from(queueWatches).where(eq(queueWatches.source, source));
      const found =
        watch === undefined || watch.change === after
          ? []
          : await tx
              .select({ id: queueRows.id, row: queueRows.row })
              .from(queueRows)
              .where(
                and(
                  eq(queueRows.source, source),
                  after === undefined ? isNotNull(queueRows.row) : gt(queueRows.change, after),
                ),
              )
              .orderBy(asc(queueRows.change));
      return {
        rows: found.flatMap(({ row }) => (row === null ? [] : [row])),
        gone: found.flatMap(({ id, row }) => (row === null ? [id] : [])),
        change: watch?.change ?? 0,
        health: watch?.health,
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
