import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import { agents } from "./agents";
import { apiKeys, milliseconds, serviceAccounts, teams, users } from "./people";
import { pools } from "./pools";

/** What of a pending request never changes. */
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
 * What an agent wants of workers, one row for each agent of a pool or machine. The claim (`workerId`) binds agent and
 * worker over many runs; `runId` is the run that waits or is executed.
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
    /** Absent for a personal machine, whose requests are not part of the queue. */
    poolId: text("pool_id").references(() => pools.id),
    /** A personal machine: its owner and its name. */
    machineUserId: integer("machine_user_id").references(() => users.id, { onDelete: "cascade" }),
    machineName: text("machine_name"),
    /** Name of the pool, for the filters of list and watch. */
    poolName: text("pool_name"),
    /** The pool serves any repository. */
    anyRepo: boolean("any_repo").notNull(),
    /** Ids of the agent's repositories. */
    repositoryIds: jsonb("repository_ids").$type<string[]>().notNull(),
    model: text().notNull(),
    /** What lists and events tell of it. */
    entry: jsonb().$type<RequestEntry>().notNull(),
    state: text({ enum: ["idle", "unclaimed", "claimed", "claimed_offline", "running"] }).notNull(),
    /** The run that waits or is executed; absent when idle. */
    runId: text("run_id"),
    queuedAt: milliseconds("queued_at").notNull(),
    /** The claim: the worker that the agent's runs go to. */
    workerId: text("worker_id"),
    /** Names this claim among those of the agent; session tokens serve one claim. */
    claimId: text("claim_id"),
    /** The claim ends then, unless its worker connects. */
    deadlineAt: milliseconds("deadline_at"),
    /** The worker whose claim lapsed last. */
    lapsedWorkerId: text("lapsed_worker_id"),
    /** Another worker took the agent over after a claim lapsed: the claim is not for release by whoever made the old one. */
    adopted: boolean().notNull().default(false),
    /** The last claim was released: the agent may be claimed although nothing waits. */
    released: boolean().notNull().default(false),
    /** The worker that executes `runId`. */
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

/** The last sequence of a team's queue events. Its lock puts the transitions of a team into one order. */
export const queueHeads = pgTable("queue_heads", {
  teamId: integer("team_id")
    .primaryKey()
    .references(() => teams.id, { onDelete: "cascade" }),
  sequence: bigint({ mode: "number" }).notNull(),
});

/** Transitions of pending requests, without gaps in their sequence, kept a little longer than a cursor lives. */
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
    /** End of the reconnect window, from which readers are told what is left. */
    deadlineAt: milliseconds("deadline_at"),
    at: milliseconds("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.sequence] }), index("queue_events_at").on(table.at)],
);

/** Tokens by which a worker serves one claim, stored as SHA-256 only. They end with the claim and with their key. */
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

/** Open watches, counted over all services on the database. A place whose service died lapses. */
export const watchPlaces = pgTable(
  "watch_places",
  {
    serviceAccountId: text("service_account_id")
      .notNull()
      .references(() => serviceAccounts.id, { onDelete: "cascade" }),
    place: integer().notNull(),
    watchId: text("watch_id").notNull(),
    seenAt: milliseconds("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.serviceAccountId, table.place] }),
    uniqueIndex("watch_places_watch").on(table.watchId),
  ],
);
