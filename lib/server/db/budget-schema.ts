import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import {
  budgetActions,
  budgetPeriods,
  budgetScopes,
  budgetUnits,
} from "@/lib/contract/dashboard/budgets/budget-values";
import { automations } from "./automation-schema";
import { users } from "./schema";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const count = (name: string) => bigint(name, { mode: "number" });

/** Limits on usage. The column that matches the scope is set. */
export const budgets = pgTable(
  "budgets",
  {
    id: uuid("id").primaryKey(),
    scope: text("scope", { enum: budgetScopes }).notNull(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** `owner/name` in lower case. */
    repository: text("repository"),
    agentId: text("agent_id"),
    automationId: uuid("automation_id").references(() => automations.id, { onDelete: "cascade" }),
    unit: text("unit", { enum: budgetUnits }).notNull(),
    /** As entered: tokens, or decimal text. */
    limit: text("amount").notNull(),
    /** Of a budget in money. */
    currency: text("currency"),
    period: text("period", { enum: budgetPeriods }).notNull(),
    warnAt: integer("warn_at").notNull(),
    action: text("action", { enum: budgetActions }).notNull(),
    /** Increases with each change, so that a changed limit is reported again. */
    revision: integer("revision").notNull().default(1),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    check(
      "budgets_scope",
      sql`num_nonnulls(${table.userId}, ${table.repository}, ${table.agentId}, ${table.automationId}) = (case when ${table.scope} = 'team' then 0 else 1 end)`,
    ),
  ],
);

/** Lines that budgets crossed, each once per revision and period or agent. */
export const budgetEvents = pgTable(
  "budget_events",
  {
    budgetId: uuid("budget_id")
      .notNull()
      .references(() => budgets.id, { onDelete: "cascade" }),
    revision: integer("revision").notNull(),
    /** The period or the agent. */
    subject: text("subject").notNull(),
    kind: text("kind", { enum: ["warning", "reached"] }).notNull(),
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.budgetId, table.revision, table.subject, table.kind] })],
);

/** Runs that a budget cancels. A process claims a run before it cancels it. */
export const budgetCancels = pgTable(
  "budget_cancels",
  {
    agentId: text("agent_id").notNull(),
    runId: text("run_id").notNull(),
    claimedAt: moment("claimed_at").notNull(),
    /** When the service responded. */
    settledAt: moment("settled_at"),
  },
  (table) => [unique("budget_cancels_once").on(table.agentId, table.runId)],
);

/** Usage of deleted agents, which still counts toward budgets. Kept for two months. */
export const removedRuns = pgTable(
  "removed_runs",
  {
    agentId: text("agent_id").notNull(),
    id: text("id").notNull(),
    source: text("source").notNull(),
    agentName: text("agent_name").notNull(),
    createdAt: text("created_at").notNull(),
    /** The user who launched the agent. */
    ownerId: text("owner_id"),
    /** The automation that launched the agent. */
    automationId: text("automation_id"),
    repos: jsonb("repos").$type<{ url: string; prUrl?: string | undefined }[]>(),
    model: text("model"),
    inputTokens: count("input_tokens"),
    outputTokens: count("output_tokens"),
    cacheWriteTokens: count("cache_write_tokens"),
    cacheReadTokens: count("cache_read_tokens"),
    totalTokens: count("total_tokens"),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.id] }),
    index("removed_runs_by_creation").on(table.source, table.createdAt),
  ],
);
