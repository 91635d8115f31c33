import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import type { AutomationLaunch, AutomationTrigger } from "@/lib/contract/dashboard/automations/automation";
import {
  firingKinds,
  firingStates,
  overflowRules,
  pauseReasons,
} from "@/lib/contract/dashboard/automations/automation-values";
import { users } from "./schema";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** What launches agents by itself. */
export const automations = pgTable(
  "automations",
  {
    id: uuid("id").primaryKey(),
    source: text("source").notNull(),
    name: text("name").notNull(),
    /** Acts with this user's permissions. Null if the user was deleted. */
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "set null" }),
    prompt: text("prompt").notNull(),
    trigger: jsonb("trigger").$type<AutomationTrigger>().notNull(),
    launch: jsonb("launch").$type<AutomationLaunch>().notNull(),
    concurrencyLimit: integer("concurrency_limit").notNull(),
    overflow: text("overflow", { enum: overflowRules }).notNull(),
    /** The encrypted secret of a webhook. */
    sealedSecret: text("sealed_secret"),
    pausedAt: moment("paused_at"),
    pauseReason: text("pause_reason", { enum: pauseReasons }),
    /** When a schedule is due, and when that was computed: later than now means that the clock was wrong. */
    nextAt: moment("next_at"),
    scheduledAt: moment("scheduled_at"),
    /** The number of its last firing. */
    lastNumber: integer("last_number").notNull().default(0),
    /** The event of the last firing, as JSON, for running it again. */
    lastEvent: text("last_event"),
    /** Failed launches in a row. */
    failures: integer("failures").notNull().default(0),
    droppedCount: integer("dropped_count").notNull().default(0),
    droppedAt: moment("dropped_at"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    unique("automations_by_name").on(table.source, table.name),
    index("automations_due").on(table.source, table.nextAt).where(sql`${table.pausedAt} is null`),
    index("automations_by_event").on(sql`(${table.trigger} ->> 'repository')`),
    check("automations_pause", sql`(${table.pausedAt} is null) = (${table.pauseReason} is null)`),
  ],
);

/**
 * What triggered an automation, and the job of launching its agent. The key makes a due time or event one firing. Rows are
 * kept as long as their agents, for loop protection and budgets.
 */
export const automationFirings = pgTable(
  "automation_firings",
  {
    id: uuid("id").primaryKey(),
    automationId: uuid("automation_id")
      .notNull()
      .references(() => automations.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    key: text("key").notNull(),
    kind: text("kind", { enum: firingKinds }).notNull(),
    state: text("state", { enum: firingStates }).notNull(),
    dueAt: moment("due_at").notNull(),
    missed: integer("missed").notNull().default(0),
    /** The event as JSON, until the agent is launched. */
    event: text("event"),
    /** `owner/name/number` in lower case. */
    pull: text("pull"),
    /** The user who started it. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    /** The automations whose agents led to it. */
    ancestors: jsonb("ancestors").$type<string[]>().notNull().default([]),
    createdAt: moment("created_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    claimedAt: moment("claimed_at"),
    retryAt: moment("retry_at"),
    /** Chosen when it is claimed, or known once the agent is launched. */
    agentId: text("agent_id"),
    problem: text("problem"),
    /** When it was launched, skipped or failed. */
    finishedAt: moment("finished_at"),
    /** When the run of its agent ended, with its status. */
    endedAt: moment("ended_at"),
    runStatus: text("run_status"),
  },
  (table) => [
    unique("automation_firings_once").on(table.automationId, table.key),
    unique("automation_firings_by_number").on(table.automationId, table.number),
    index("automation_firings_by_time").on(table.automationId, table.createdAt),
    index("automation_firings_by_agent").on(table.agentId),
    index("automation_firings_waiting").on(table.automationId, table.number).where(sql`${table.state} = 'waiting'`),
    index("automation_firings_active")
      .on(table.automationId)
      .where(sql`${table.state} = 'launching' or (${table.state} = 'launched' and ${table.endedAt} is null)`),
    index("automation_firings_by_age").on(table.finishedAt),
  ],
);
