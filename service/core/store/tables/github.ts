import { bigint, customType, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { milliseconds } from "./users";

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** The GitHub App of each GitHub server. */
export const githubApps = pgTable("github_apps", {
  /** Host with optional port, such as `github.com`. */
  host: text().primaryKey(),
  appId: bigint("app_id", { mode: "number" }).notNull(),
  slug: text().notNull(),
  name: text().notNull(),
  /** The account that owns it. */
  owner: text().notNull(),
  clientId: text("client_id").notNull(),
  /** Encrypted: private key, webhook secret and client secret. */
  secrets: bytea().notNull(),
  createdAt: milliseconds("created_at").notNull(),
});

/** Apps and connections that a user started to create and hasn't finished. */
export const githubFlows = pgTable(
  "github_flows",
  {
    /** SHA-256 hash of the state. */
    stateHash: text("state_hash").primaryKey(),
    kind: text({ enum: ["app", "user"] }).notNull(),
    host: text().notNull(),
    /** Email address of the user to connect; empty for apps. */
    owner: text().notNull(),
    redirectUrl: text("redirect_url").notNull(),
    /** Encrypted code verifier of a connection. */
    secrets: bytea(),
    expiresAt: milliseconds("expires_at").notNull(),
  },
  (table) => [index("github_flows_expiry").on(table.expiresAt)],
);

/** Users' own GitHub accounts. */
export const githubConnections = pgTable(
  "github_connections",
  {
    id: text().primaryKey(),
    /** Email address of the user. */
    owner: text().notNull(),
    host: text().notNull(),
    login: text().notNull(),
    /** Encrypted tokens. */
    secrets: bytea().notNull(),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [uniqueIndex("github_connections_user").on(table.owner, table.host)],
);

/** Webhook deliveries from GitHub, each once, with what it changed. */
export const githubDeliveries = pgTable(
  "github_deliveries",
  {
    /** `<host> <delivery id>`. */
    id: text().primaryKey(),
    position: bigint({ mode: "number" }).generatedAlwaysAsIdentity().unique(),
    event: text().notNull(),
    /** Null if it affects no pull request. */
    change: jsonb().$type<{ repository: string; pulls: number[]; sha?: string }>(),
    receivedAt: milliseconds("received_at").notNull(),
  },
  (table) => [index("github_deliveries_received").on(table.receivedAt)],
);

/** Runs that are reported on GitHub as check runs, one for each branch, until the check run of the ended run is complete. */
export const githubRunChecks = pgTable(
  "github_run_checks",
  {
    id: text().primaryKey(),
    agentId: text("agent_id").notNull(),
    runId: text("run_id").notNull(),
    /** Without `https://`. */
    repoUrl: text("repo_url").notNull(),
    branch: text().notNull(),
    /** Null while the run is active. */
    conclusion: text({ enum: ["success", "failure", "cancelled", "timed_out"] }),
    /** GitHub's id of the check run that was created while the run was active. */
    checkRunId: bigint("check_run_id", { mode: "number" }),
    attempts: integer().notNull().default(0),
    dueAt: milliseconds("due_at").notNull(),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("github_run_checks_run").on(table.runId, table.repoUrl, table.branch),
    index("github_run_checks_due").on(table.dueAt),
  ],
);
