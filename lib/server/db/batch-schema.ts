import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { ModelSelection } from "@/lib/contract/agents/model";
import { batchMemberStates } from "@/lib/contract/dashboard/batches/batch";
import { users } from "./schema";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Agents launched together with one prompt. */
export const batches = pgTable(
  "batches",
  {
    id: uuid("id").primaryKey(),
    source: text("source").notNull(),
    /** The user on whose behalf the agents are launched if they still have the role. */
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Secrets are masked, here and in the form. */
    prompt: text("prompt").notNull(),
    /** The launch form. */
    fields: jsonb("fields"),
    /** What the launches have in common, encrypted because it can have secrets. Null once all are launched. */
    sealed: text("sealed"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [index("batches_by_creation").on(table.source, table.createdAt)],
);

/** The agents of a batch. A process claims one before it launches it. */
export const batchMembers = pgTable(
  "batch_members",
  {
    batchId: uuid("batch_id")
      .notNull()
      .references(() => batches.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    model: jsonb("model").$type<ModelSelection>(),
    /** The index of its repository; null: it gets all of the launch. */
    repository: integer("repository"),
    repositories: jsonb("repositories").$type<string[]>().notNull(),
    attempt: integer("attempt").notNull(),
    state: text("state", { enum: batchMemberStates }).notNull(),
    /** Chosen before the launch if the service allows that, and otherwise known from its response. */
    agentId: text("agent_id"),
    problem: text("problem"),
    /** How often it was sent since it was created or retried. */
    tries: integer("tries").notNull().default(0),
    claimedAt: moment("claimed_at"),
    retryAt: moment("retry_at"),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.position] }),
    index("batch_members_by_agent").on(table.agentId),
    index("batch_members_open").on(table.state).where(sql`${table.state} in ('waiting', 'launching')`),
    check("batch_members_state", sql`${table.state} in ('waiting', 'launching', 'launched', 'failed', 'uncertain')`),
  ],
);
