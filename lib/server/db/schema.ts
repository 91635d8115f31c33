import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { roles } from "@/lib/contract/operation";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Users of the dashboard. Incrementing `sessionVersion` ends all sessions of the user. */
export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull().unique(),
    displayName: text("display_name").notNull(),
    role: text("role", { enum: roles }).notNull(),
    sessionVersion: integer("session_version").notNull().default(1),
    createdAt: moment("created_at").notNull(),
    disabledAt: moment("disabled_at"),
    lastSignInAt: moment("last_sign_in_at"),
  },
  (table) => [check("users_role", sql`${table.role} in ('viewer', 'operator', 'admin')`)],
);

/** A signed-in browser. The user or an admin can end it; its row is kept until it would have expired. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Sign-in method: `link`, `oidc` or `github`. */
    method: text("method").notNull(),
    userAgent: text("user_agent").notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    endedAt: moment("ended_at"),
  },
  (table) => [index("sessions_by_user").on(table.userId, table.createdAt)],
);

/** API tokens of users. The token itself is never stored. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    /** The strongest role of its requests. */
    role: text("role", { enum: roles }).notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    lastUsedAt: moment("last_used_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    index("api_tokens_by_user").on(table.userId, table.createdAt),
    check("api_tokens_role", sql`${table.role} in ('viewer', 'operator', 'admin')`),
  ],
);

/** Identity provider accounts of users, identified by `issuer` and `subject`. */
export const identities = pgTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    uniqueIndex("identities_by_user").on(table.userId, table.issuer),
  ],
);

/** Connections of MCP servers that a user started and hasn't finished, by the SHA-256 hash of the state. */
export const mcpFlows = pgTable(
  "mcp_flows",
  {
    stateHash: text("state_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("mcp_flows_expiry").on(table.expiresAt)],
);

/** One-time sign-in links; the token itself is never stored. */
export const signInLinks = pgTable("sign_in_links", {
  tokenHash: text("token_hash").primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  expiresAt: moment("expires_at").notNull(),
  usedAt: moment("used_at"),
});

/** Audit log: one row before and one after each call, joined by the request id. */
export const audit = pgTable(
  "audit",
  {
    id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment("at").notNull(),
    userId: uuid("user_id").notNull(),
    userEmail: text("user_email").notNull(),
    operationId: text("operation_id").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    phase: text("phase", { enum: ["intent", "outcome"] }).notNull(),
    status: integer("status"),
    requestId: text("request_id").notNull(),
    detail: jsonb("detail").notNull(),
  },
  (table) => [
    index("audit_by_time").on(table.at),
    index("audit_by_request").on(table.requestId),
    check("audit_phase", sql`${table.phase} in ('intent', 'outcome')`),
  ],
);

/** Launch templates of users, without secret values. */
export const launchTemplates = pgTable(
  "launch_templates",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    shared: boolean("shared").notNull(),
    fields: jsonb("fields").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [unique("launch_templates_by_name").on(table.userId, table.name)],
);

/** Forms of agents launched through this dashboard, for launching them again, without secret values. */
export const launches = pgTable("launches", {
  agentId: text("agent_id").primaryKey(),
  fields: jsonb("fields").notNull(),
  launchedAt: moment("launched_at").notNull(),
  /** The user who launched it: the agent's owner. */
  launchedBy: uuid("launched_by").references(() => users.id, { onDelete: "set null" }),
});

/** Names and labels that users of this dashboard gave to agents. The service doesn't store them. */
export const agentProfiles = pgTable("agent_profiles", {
  agentId: text("agent_id").primaryKey(),
  /** Shown in place of the agent's name. */
  name: text("name"),
  labels: jsonb("labels").$type<string[]>().notNull(),
});

/** When a user last saw an item of their inbox. An item that changed since is unread. */
export const inboxReads = pgTable(
  "inbox_reads",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    readAt: moment("read_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);

/** Files of pull requests that a user marked as viewed. */
export const viewedFiles = pgTable(
  "viewed_files",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    pullId: text("pull_id").notNull(),
    /** SHA-256 of the mark, which is too long for an index. */
    digest: text("digest").notNull(),
    mark: text("mark").notNull(),
    viewedAt: moment("viewed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.pullId, table.digest] }),
    index("viewed_files_by_time").on(table.userId, table.viewedAt),
  ],
);

/** Versions of pull requests that a user has looked at. */
export const seenVersions = pgTable(
  "seen_versions",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    pullId: text("pull_id").notNull(),
    number: bigint("number", { mode: "number" }).notNull(),
    headSha: text("head_sha").notNull(),
    baseSha: text("base_sha").notNull(),
    seenAt: moment("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.pullId, table.number] }),
    index("seen_versions_by_time").on(table.userId, table.seenAt),
  ],
);

/** Prices per million tokens of a model, set by an admin. Cost estimates use only this table. */
export const tokenPrices = pgTable("token_prices", {
  /** A model id, or `*` for all models without a price. */
  model: text("model").primaryKey(),
  /** Millionths of the currency's unit per million tokens. */
  input: bigint("input", { mode: "number" }).notNull(),
  output: bigint("output", { mode: "number" }).notNull(),
  cacheWrite: bigint("cache_write", { mode: "number" }).notNull(),
  cacheRead: bigint("cache_read", { mode: "number" }).notNull(),
  currency: text("currency").notNull(),
  updatedAt: moment("updated_at").notNull(),
});
