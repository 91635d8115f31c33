import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { Worker } from "@/lib/contract/pools/worker";
import type { QueueHealth } from "@/lib/model/queue/queue-health";
import type { QueueRow } from "@/lib/model/queue/queue-row";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const count = (name: string) => bigint(name, { mode: "number" });

/**
 * The queue as stored by the watcher, for all processes that share the database. `source` is the service it was read
 * from. A request that left the queue stays for a while without its row, so readers of changes receive its removal.
 */
export const queueRows = pgTable(
  "queue_rows",
  {
    source: text("source").notNull(),
    id: text("id").notNull(),
    row: jsonb("row").$type<QueueRow>(),
    change: count("change").notNull(),
    changedAt: moment("changed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.id] }),
    index("queue_rows_change").on(table.source, table.change),
  ],
);

/** One row per service: its last change number and the state of the watch. */
export const queueWatches = pgTable("queue_watches", {
  source: text("source").primaryKey(),
  change: count("change").notNull(),
  health: jsonb("health").$type<QueueHealth>().notNull(),
});

/** Usage of each pool: one sample per minute, reduced with age. */
export const poolSamples = pgTable(
  "pool_samples",
  {
    source: text("source").notNull(),
    pool: text("pool").notNull(),
    at: moment("at").notNull(),
    connected: integer("connected").notNull(),
    inUse: integer("in_use").notNull(),
    waiting: integer("waiting").notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.pool, table.at] }), index("pool_samples_at").on(table.at)],
);

/** Workers that were connected in the last 30 days, as last listed. */
export const knownWorkers = pgTable(
  "known_workers",
  {
    source: text("source").notNull(),
    id: text("id").notNull(),
    worker: jsonb("worker").$type<Worker>().notNull(),
    /** Whether it was in the last list. */
    connected: boolean("connected").notNull(),
    seenAt: moment("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.id] }), index("known_workers_seen").on(table.seenAt)],
);

/** Agents that were seen running on a worker. */
export const workerAgents = pgTable(
  "worker_agents",
  {
    source: text("source").notNull(),
    workerId: text("worker_id").notNull(),
    agentId: text("agent_id").notNull(),
    seenAt: moment("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.workerId, table.agentId] }),
    index("worker_agents_seen").on(table.seenAt),
    index("worker_agents_by_agent").on(table.source, table.agentId, table.seenAt),
  ],
);
