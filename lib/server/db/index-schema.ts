import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { AgentListEntry } from "@/lib/contract/agents/agent";
import type { Branch } from "@/lib/contract/agents/run";
import type { PullFacts } from "@/lib/contract/dashboard/agent-row";
import { viewLists } from "@/lib/contract/dashboard/views/saved-view";
import { pullRequestStates } from "@/lib/contract/hosting/pull-request";
import { users } from "./schema";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const count = (name: string) => bigint(name, { mode: "number" });

/** Numbers the changes of agents in the order they become visible; see `withChanges`. */
export const agentChanges = pgSequence("agent_changes");

/** The repositories that users can and can't read, as last reported by the service. `change`: when it last differed. */
export const userAccess = pgTable("user_access", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  readable: text("readable").array().notNull(),
  denied: text("denied").array().notNull(),
  change: count("change").notNull(),
});

/**
 * Every agent the key can list. Times are stored as received; unknown values are null.
 * `change` increases with every visible change.
 */
export const agents = pgTable(
  "agents",
  {
    id: text("id").primaryKey(),
    /** The service it was read from; see `lib/server/index/start-index.ts`. */
    source: text("source").notNull(),
    /** The list entry as received, including unknown fields. */
    entry: jsonb("entry").$type<AgentListEntry>().notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    latestRunId: text("latest_run_id").notNull(),
    /** Ids of the service's repositories that its runs use. Null while unknown, or if the service doesn't report them. */
    repositoryIds: text("repository_ids").array(),
    repos: jsonb("repos").$type<{ url: string; prUrl?: string | undefined }[]>(),
    branches: jsonb("branches").$type<Branch[]>(),
    /** The run of `runStatus`; not always the latest. */
    runId: text("run_id"),
    runStatus: text("run_status"),
    runUpdatedAt: text("run_updated_at"),
    runCreatedAt: text("run_created_at"),
    runDurationMs: count("run_duration_ms"),
    runErrorCode: text("run_error_code"),
    runQuestionId: text("run_question_id"),
    runFailedSteps: integer("run_failed_steps"),
    /** Whether it ended with a plan that waits for approval. */
    runPlan: boolean("run_plan"),
    /** The worker it waits for, if that is offline. */
    offlineWorker: jsonb("offline_worker").$type<{ id: string; reconnectByMs?: number }>(),
    totalTokens: count("total_tokens"),
    /** The state of its pull requests: open if any is. Null while unknown. */
    pullState: text("pull_state", { enum: pullRequestStates }),
    /** Its pull requests as last fetched. Null while unknown. */
    pulls: jsonb("pulls").$type<PullFacts[]>(),
    /** When they were last fetched; null to fetch them next. */
    pullCheckedAt: moment("pull_checked_at"),
    /** The agent's `updatedAt` when each part was last read. */
    detailFor: text("detail_for"),
    runsFor: text("runs_for"),
    usageFor: text("usage_for"),
    /** Who launched it over the API, if the service reports it. Launches of the dashboard are in `launches`. */
    launcher: jsonb("launcher").$type<{ name: string; email?: string | undefined }>(),
    /** When it was last fetched individually. */
    checkedAt: moment("checked_at"),
    failures: integer("failures").notNull().default(0),
    retryAt: moment("retry_at"),
    /** The last full list pass that included it. */
    pass: integer("pass").notNull().default(0),
    change: count("change").notNull(),
  },
  (table) => [
    index("agents_by_change").on(table.source, table.change),
    index("agents_by_creation").on(table.source, table.createdAt),
    index("agents_by_pass").on(table.source, table.pass),
  ],
);

/** Indexed runs, without prompts and results. */
export const runs = pgTable(
  "runs",
  {
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    id: text("id").notNull(),
    status: text("status").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    inputTokens: count("input_tokens"),
    outputTokens: count("output_tokens"),
    cacheWriteTokens: count("cache_write_tokens"),
    cacheReadTokens: count("cache_read_tokens"),
    totalTokens: count("total_tokens"),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.id] }), index("runs_by_creation").on(table.createdAt)],
);

/**
 * All runs of the agents that users opened, numbered from 1, oldest first. A run is stored after all older ones, so its number
 * never changes.
 */
export const numberedRuns = pgTable(
  "numbered_runs",
  {
    agentId: text("agent_id").notNull(),
    number: integer("number").notNull(),
    id: text("id").notNull(),
    status: text("status").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.number] }),
    unique("numbered_runs_by_id").on(table.agentId, table.id),
  ],
);

/** Ids of deleted agents, so change readers see the deletion. */
export const removedAgents = pgTable(
  "removed_agents",
  {
    id: text("id").primaryKey(),
    source: text("source").notNull(),
    removedAt: moment("removed_at").notNull(),
    change: count("change").notNull(),
  },
  (table) => [index("removed_agents_by_change").on(table.source, table.change)],
);

/** Index progress of one service. */
export const indexState = pgTable("index_state", {
  source: text("source").primaryKey(),
  /** Number of the current or last full list pass. */
  pass: integer("pass").notNull().default(0),
  /** Cursor of the current pass; null between passes. */
  cursor: text("cursor"),
  passBeganAt: moment("pass_began_at"),
  passEndedAt: moment("pass_ended_at"),
  polledAt: moment("polled_at"),
  /** Why the last read failed; null if it succeeded. */
  lastError: text("last_error"),
  lastErrorAt: moment("last_error_at"),
  /** The last change of an agent that can be searched. */
  searchedChange: count("searched_change").notNull().default(0),
});

/**
 * The recording of a run's stream: complete, or its beginning without gaps. `expired`: the service no longer
 * had the rest.
 */
export const recordings = pgTable(
  "recordings",
  {
    agentId: text("agent_id").notNull(),
    runId: text("run_id").notNull(),
    state: text("state", { enum: ["open", "complete", "expired", "failed"] }).notNull(),
    events: integer("events").notNull().default(0),
    bytes: count("bytes").notNull().default(0),
    attempts: integer("attempts").notNull().default(0),
    /** How many of its events can be searched. */
    searchedEvents: integer("searched_events").notNull().default(0),
    /** Counted once the stream has ended, like `plan`. */
    failedSteps: integer("failed_steps"),
    /** Whether it ended with a plan that waits for approval. */
    plan: boolean("plan"),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.runId] }),
    foreignKey({ columns: [table.agentId], foreignColumns: [agents.id] }).onDelete("cascade"),
    index("recordings_by_age").on(table.updatedAt),
    index("recordings_unsearched").on(table.updatedAt).where(sql`${table.searchedEvents} < ${table.events}`),
    check("recordings_state", sql`${table.state} in ('open', 'complete', 'expired', 'failed')`),
  ],
);

/** Events of recorded streams, in order. `data` is the received JSON text with secrets masked. */
export const recordedEvents = pgTable(
  "recorded_events",
  {
    agentId: text("agent_id").notNull(),
    runId: text("run_id").notNull(),
    position: integer("position").notNull(),
    /** Unique key of the event within its run. */
    key: text("key").notNull(),
    eventId: text("event_id"),
    event: text("event").notNull(),
    data: text("data").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.runId, table.position] }),
    unique("recorded_events_once").on(table.agentId, table.runId, table.key),
    foreignKey({
      columns: [table.agentId, table.runId],
      foreignColumns: [recordings.agentId, recordings.runId],
    }).onDelete("cascade"),
  ],
);

/** Saved views of a user. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The list the view filters. */
    list: text("list", { enum: viewLists }).notNull().default("agents"),
    name: text("name").notNull(),
    query: text("query").notNull(),
    /** Visible to all users; only its owner can change it. */
    shared: boolean("shared").notNull().default(false),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [unique("saved_views_by_name").on(table.userId, table.list, table.name)],
);
