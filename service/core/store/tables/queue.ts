import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import { agents } from "./agents";
import { pools } from "./pools";
import { apiKeys, milliseconds, serviceAccounts, teams, users } from "./users";

/** The immutable part of a pending request. */
export interface RequestEntry {
  id: string;
  userId: number;
  userEmail?: string;
  serviceAccountId?: string;
  repoOwner?: string;
  repoName?: string;
  repoUrl?: string;
  repoUrls?: string[];
  labels: { key: string; value: string }[];
}

/**
 * Worker requests: one row for each agent of a pool or machine. The claim (`workerId`) binds the agent to a worker across
 * runs; `runId` is the run that is waiting or executing.
 */
export const pendingRequests = pgTable(
  "pending_requests",
  {
    agentId: text("agent_id")
      .primaryKey()
      .references(() => agents.id, { onDelete: "cascade" }),
    teamId: integer("team_id")
      .notNull()
      .references(() => teams.id),
    /** Null for a personal machine, whose requests aren't part of the queue. */
    poolId: text("pool_id").references(() => pools.id),
    /** A personal machine: its owner and its name. */
    machineUserId: integer("machine_user_id").references(() => users.id, { onDelete: "cascade" }),
    machineName: text("machine_name"),
    /** Name of the pool, for the filters of list and watch. */
    poolName: text("pool_name"),
    /** The pool serves any repository. */
    anyRepo: boolean("any_repo").notNull(),
    /** Ids of the agent's repositories, `externalRepositoryId` for those on GitHub. */
    repositoryIds: jsonb("repository_ids").$type<string[]>().notNull(),
    /** The agent program, `claude` for the model `claude/opus`: what workers register. */
    model: text().notNull(),
    /** The part that lists and events return. */
    entry: jsonb().$type<RequestEntry>().notNull(),
    state: text({ enum: ["idle", "unclaimed", "claimed", "claimed_offline", "running"] }).notNull(),
    /** The run that is waiting or executing; null when idle. */
    runId: text("run_id"),
    queuedAt: milliseconds("queued_at").notNull(),
    /** The claim: the worker that gets the agent's runs. */
    workerId: text("worker_id"),
    /** Identifies the claim; session tokens are bound to one claim. */
    claimId: text("claim_id"),
    /** When the claim lapses unless its worker connects. */
    deadlineAt: milliseconds("deadline_at"),
    /** The worker whose claim lapsed most recently. */
    lapsedWorkerId: text("lapsed_worker_id"),
    /** Another worker adopted the agent after its claim lapsed; the previous claimer can't release it. */
    adopted: boolean().notNull().default(false),
    /** The last claim was released: the agent can be claimed even if no run is waiting. */
    released: boolean().notNull().default(false),
    /** The worker executing `runId`. */
    runWorkerId: text("run_worker_id"),
  },
  (table) => [
    index("pending_requests_listed")
      .on(table.teamId, table.queuedAt, table.agentId)
      .where(sql`${table.state} in ('unclaimed', 'claimed_offline')`),
    index("pending_requests_pool").on(table.poolId, table.queuedAt).where(sql`${table.state} = 'unclaimed'`),
    index("pending_requests_claim").on(table.teamId, table.workerId).where(sql`${table.workerId} is not null`),
    index("pending_requests_running").on(table.teamId, table.runWorkerId).where(sql`${table.runWorkerId} is not null`),
    index("pending_requests_waiting").on(table.agentId).where(sql`${table.state} in ('claimed', 'claimed_offline')`),
  ],
);

/** The last sequence number of a team's queue events. Locking the row serializes the team's transitions. */
export const queueHeads = pgTable("queue_heads", {
  teamId: integer("team_id")
    .primaryKey()
    .references(() => teams.id, { onDelete: "cascade" }),
  sequence: bigint({ mode: "number" }).notNull(),
});

/** Transitions of pending requests, numbered without gaps and kept slightly longer than cursors are valid. */
export const queueEvents = pgTable(
  "queue_events",
  {
    teamId: integer("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    sequence: bigint({ mode: "number" }).notNull(),
    event: text({ enum: ["created", "claimed", "claimed_offline", "expired"] }).notNull(),
    poolName: text("pool_name"),
    anyRepo: boolean("any_repo").notNull(),
    repositoryIds: jsonb("repository_ids").$type<string[]>().notNull(),
    data: jsonb().$type<PendingRequest | { id: string }>().notNull(),
    /** End of the reconnect window; readers receive the remaining time. */
    deadlineAt: milliseconds("deadline_at"),
    at: milliseconds("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.sequence] }), index("queue_events_at").on(table.at)],
);

/** Tokens that let a worker serve one claim. Only the SHA-256 hash is stored. They end with the claim or their key. */
export const sessionTokens = pgTable(
  "session_tokens",
  {
    hash: text().primaryKey(),
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    claimId: text("claim_id").notNull(),
    keyId: text("key_id")
      .notNull()
      .references(() => apiKeys.id, { onDelete: "cascade" }),
    createdAt: milliseconds("created_at").notNull(),
    expiresAt: milliseconds("expires_at").notNull(),
  },
  (table) => [index("session_tokens_agent").on(table.agentId), index("session_tokens_expiry").on(table.expiresAt)],
);

/** Slots of open watches, shared by all services on the database. A slot expires when its service dies. */
export const watchSlots = pgTable(
  "watch_slots",
  {
    serviceAccountId: text("service_account_id")
      .notNull()
      .references(() => serviceAccounts.id, { onDelete: "cascade" }),
    slot: integer().notNull(),
    watchId: text("watch_id").notNull(),
    seenAt: milliseconds("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.serviceAccountId, table.slot] }),
    uniqueIndex("watch_slots_watch").on(table.watchId),
  ],
);
