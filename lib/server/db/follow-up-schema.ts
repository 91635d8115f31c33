import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { followUpStates } from "@/lib/contract/dashboard/follow-up";
import { users } from "./schema";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/**
 * Messages queued for agents. Sent ones are kept with the runs they started, which pull requests show, and with their
 * masked text for as long as recordings: the service doesn't report the prompt of a run that hasn't started.
 */
export const followUps = pgTable(
  "follow_ups",
  {
    id: uuid("id").primaryKey(),
    source: text("source").notNull(),
    agentId: text("agent_id").notNull(),
    /** The author, on whose behalf it is sent if they still have the role. */
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    state: text("state", { enum: followUpStates }).notNull(),
    text: text("text").notNull(),
    mode: text("mode"),
    images: integer("images").notNull(),
    mcpServers: integer("mcp_servers").notNull(),
    /** Images and MCP servers, encrypted because servers have secrets. */
    sealed: text("sealed"),
    /** Sent even if the last run failed. */
    force: boolean("force").notNull().default(false),
    /** `owner/name/number` of the pull request it is about. */
    pullRequest: text("pull_request"),
    problem: text("problem"),
    /** The agent's latest run before the message was sent, and when a process claimed it. */
    afterRunId: text("after_run_id"),
    claimedAt: moment("claimed_at"),
    /** When a waiting message is sent again, or one whose response was lost is compared with the agent's runs. */
    retryAt: moment("retry_at"),
    runId: text("run_id"),
    createdAt: moment("created_at").notNull(),
    sentAt: moment("sent_at"),
  },
  (table) => [
    index("follow_ups_by_agent").on(table.source, table.agentId, table.position),
    index("follow_ups_open").on(table.source).where(sql`${table.state} <> 'sent'`),
    index("follow_ups_by_pull_request").on(table.source, table.pullRequest),
    check("follow_ups_state", sql`${table.state} in ('waiting', 'sending', 'refused', 'uncertain', 'sent')`),
  ],
);

/** Queues that a user resumed after a run that didn't finish. */
export const followUpQueues = pgTable(
  "follow_up_queues",
  {
    source: text("source").notNull(),
    agentId: text("agent_id").notNull(),
    resumedRunId: text("resumed_run_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.agentId] })],
);
