import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { apiKeys, milliseconds, teams, users } from "./users";

/** Pools stay registered after their last worker disconnects. */
export const pools = pgTable(
  "pools",
  {
    id: text().primaryKey(),
    teamId: integer("team_id")
      .notNull()
      .references(() => teams.id),
    scope: text({ enum: ["user", "team"] }).notNull(),
    /** The owning user or team. */
    ownerId: integer("owner_id").notNull(),
    name: text().notNull(),
    /** Set together; null for an any-repo pool. */
    repoOwner: text("repo_owner"),
    repoName: text("repo_name"),
    /** For display only. */
    repoUrl: text("repo_url"),
    workerReadyTimeoutSeconds: integer("worker_ready_timeout_seconds").notNull().default(0),
    firstSeenAt: milliseconds("first_seen_at").notNull(),
    lastSeenAt: milliseconds("last_seen_at").notNull(),
    /** When set, the pool is hidden from lists and pickers. Its workers and pending requests are unaffected. */
    deregisteredAt: milliseconds("deregistered_at"),
  },
  (table) => [
    uniqueIndex("pools_name").on(
      table.scope,
      table.ownerId,
      table.name,
      sql`coalesce(lower(${table.repoOwner}), '')`,
      sql`coalesce(lower(${table.repoName}), '')`,
    ),
    index("pools_team").on(table.teamId),
  ],
);

export const workers = pgTable(
  "workers",
  {
    teamId: integer("team_id")
      .notNull()
      .references(() => teams.id),
    id: text().notNull(),
    name: text().notNull(),
    /** Owner of the credential it connected with: a user or a service account. */
    userId: integer("user_id").references(() => users.id, { onDelete: "cascade" }),
    serviceAccountId: text("service_account_id"),
    /** The registration token it connected with, if any. */
    registrationKeyId: text("registration_key_id").references(() => apiKeys.id, { onDelete: "set null" }),
    /** Null for a personal machine. */
    poolId: text("pool_id").references(() => pools.id),
    repoOwner: text("repo_owner"),
    repoName: text("repo_name"),
    repoUrl: text("repo_url"),
    workspaceRootPath: text("workspace_root_path").notNull(),
    labels: jsonb().$type<{ key: string; value: string }[]>().notNull(),
    /** Ids of the models whose agents it can run. */
    models: jsonb().$type<string[]>().notNull(),
    /** Set for a worker with a session token: the only agent it serves. */
    onlyAgentId: text("only_agent_id"),
    /** New for each start of the worker process. */
    incarnation: text().notNull(),
    /** Current connection; null while offline. A newer connection makes an older one stale. */
    connectionId: text("connection_id"),
    connectedAt: milliseconds("connected_at").notNull(),
    lastSeenAt: milliseconds("last_seen_at").notNull(),
    disconnectedAt: milliseconds("disconnected_at"),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    index("workers_connected").on(table.teamId, table.connectedAt.desc()).where(sql`${table.connectionId} is not null`),
    index("workers_pool").on(table.poolId),
  ],
);

/** What a worker connects with after it registered with a registration token. Only the SHA-256 hash is stored. */
export const workerCredentials = pgTable(
  "worker_credentials",
  {
    teamId: integer("team_id")
      .notNull()
      .references(() => teams.id),
    workerId: text("worker_id").notNull(),
    hash: text().notNull().unique(),
    /** The registration token. Deleting it revokes the credential. */
    keyId: text("key_id")
      .notNull()
      .references(() => apiKeys.id, { onDelete: "cascade" }),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.workerId] }), index("worker_credentials_key").on(table.keyId)],
);
