import { sql } from "drizzle-orm";
import { bigint, boolean, customType, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { mirrorJobStatuses, mirrorTransitions } from "@/lib/contract/hosting/mirror";
import { leaseColumns } from "./lease-columns";
import { repositories } from "./repositories";
import { milliseconds } from "./users";

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Remote side of a mirror. Its direction is in `repositories.mirror_status`. */
export const mirrors = pgTable(
  "mirrors",
  {
    repositoryId: text("repository_id")
      .primaryKey()
      .references(() => repositories.id, { onDelete: "cascade" }),
    url: text().notNull(),
    /** Encrypted username and password; null: the credential configured for the server. */
    credential: bytea(),
    /** Ids of users who administer the upstream repository. */
    upstreamAdmins: jsonb("upstream_admins").$type<number[]>().notNull(),
    /**
     * Incremented by each sync request. `attemptedSyncs` is the value that the last attempt covered, `completedSyncs` the value
     * that the last successful one covered.
     */
    requestedSyncs: bigint("requested_syncs", { mode: "number" }).notNull().default(0),
    attemptedSyncs: bigint("attempted_syncs", { mode: "number" }).notNull().default(0),
    completedSyncs: bigint("completed_syncs", { mode: "number" }).notNull().default(0),
    nextSyncAt: milliseconds("next_sync_at").notNull(),
    lastSyncedAt: milliseconds("last_synced_at"),
    /** Consecutive failed syncs. */
    failures: integer().notNull().default(0),
    lastErrorCode: text("last_error_code"),
    lastErrorMessage: text("last_error_message"),
    /** The latest reference update that was pushed upstream. */
    pushedUpdateId: bigint("pushed_update_id", { mode: "number" }).notNull().default(0),
    ...leaseColumns,
    /** Permanently detached from upstream. */
    detachedAt: milliseconds("detached_at"),
  },
  (table) => [index("mirrors_next_sync").on(table.nextSyncAt)],
);

export const mirrorJobs = pgTable(
  "mirror_jobs",
  {
    /** `rmt_…` */
    id: text().primaryKey(),
    repositoryId: text("repository_id")
      .notNull()
      .references(() => repositories.id, { onDelete: "cascade" }),
    transition: text({ enum: mirrorTransitions }).notNull(),
    /** Skips the final sync with upstream. */
    forced: boolean().notNull().default(false),
    status: text({ enum: mirrorJobStatuses }).notNull(),
    phase: text().notNull(),
    attemptCount: integer("attempt_count").notNull().default(0),
    nextAttemptAt: milliseconds("next_attempt_at").notNull(),
    drainUntil: milliseconds("drain_until"),
    lastErrorCode: text("last_error_code"),
    lastErrorMessage: text("last_error_message"),
    startedAt: milliseconds("started_at"),
    completedAt: milliseconds("completed_at"),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
  },
  (table) => [
    index("mirror_jobs_repository").on(table.repositoryId, table.createdAt),
    uniqueIndex("mirror_jobs_active")
      .on(table.repositoryId)
      .where(sql`${table.status} in ('queued', 'running', 'requires_attention')`),
  ],
);
