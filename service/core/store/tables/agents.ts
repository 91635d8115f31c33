import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { SessionUsage } from "@/lib/contract/agents/get-usage";
import type { Answer, Question } from "@/lib/contract/agents/question";
import type { Branch } from "@/lib/contract/agents/run";
import type { CustomSubagent } from "@/lib/contract/agents/subagent";
import { leaseColumns } from "./lease-columns";
import { milliseconds, serviceAccounts, teams, users } from "./users";

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

export interface StoredQuestion {
  question: Question;
  askedAt: number;
  answer?: Answer;
}

export const agents = pgTable(
  "agents",
  {
    id: text().primaryKey(),
    /** Creation order; lists paginate by it. */
    position: bigint({ mode: "number" }).generatedAlwaysAsIdentity().unique(),
    teamId: integer("team_id")
      .notNull()
      .references(() => teams.id),
    userId: integer("user_id").references(() => users.id),
    serviceAccountId: text("service_account_id").references(() => serviceAccounts.id),
    /** Ids of the repositories that the launching key is limited to; null: not limited. */
    repositoryIds: jsonb("repository_ids").$type<readonly string[]>(),
    name: text().notNull(),
    status: text({ enum: ["ACTIVE", "IDLE", "ARCHIVED"] }).notNull(),
    envType: text("env_type", { enum: ["cloud", "pool", "machine"] }).notNull(),
    envName: text("env_name"),
    /** Ids of the repositories hosted here that its runs push to: those in `repos`. */
    pushRepositoryIds: text("push_repository_ids").array().notNull(),
    /** And those that they use: also dependencies of its environment, which they only read. */
    usedRepositoryIds: text("used_repository_ids").array().notNull(),
    repos: jsonb().$type<{ url: string; startingRef?: string; prUrl?: string }[]>().notNull(),
    workOnCurrentBranch: boolean("work_on_current_branch").notNull(),
    autoCreatePr: boolean("auto_create_pr").notNull(),
    skipReviewerRequest: boolean("skip_reviewer_request").notNull(),
    model: jsonb().$type<{ id: string; params: { id: string; value: string }[] }>().notNull(),
    customSubagents: jsonb("custom_subagents").$type<CustomSubagent[]>().notNull(),
    /** Current mode of the conversation. */
    mode: text({ enum: ["agent", "plan"] }).notNull(),
    /** Session variables and tool servers as encrypted JSON. */
    secrets: bytea(),
    /** Generated branch name. */
    branchName: text("branch_name").notNull(),
    /** Pushed branches, reported by every run of the agent. */
    branches: jsonb().$type<Branch[]>().notNull(),
    /** ACP session that the next run resumes. */
    sessionId: text("session_id"),
    latestRunId: text("latest_run_id").notNull(),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
  },
  (table) => [
    index("agents_team_position").on(table.teamId, table.position.desc()),
    index("agents_user_position").on(table.userId, table.position.desc()),
    // Ids keep the case they were given in.
    uniqueIndex("agents_id_folded").on(sql`lower(${table.id})`),
  ],
);

export const runs = pgTable(
  "runs",
  {
    id: text().primaryKey(),
    position: bigint({ mode: "number" }).generatedAlwaysAsIdentity().unique(),
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    status: text({ enum: ["CREATING", "RUNNING", "FINISHED", "ERROR", "CANCELLED", "EXPIRED"] }).notNull(),
    mode: text({ enum: ["agent", "plan"] }).notNull(),
    promptText: text("prompt_text").notNull(),
    promptImages: jsonb("prompt_images").$type<{ mimeType: string; data: string }[]>().notNull(),
    /** Tool servers for this run only, as encrypted JSON. */
    secrets: bytea(),
    result: text(),
    error: jsonb().$type<{ code: string; message: string }>(),
    usage: jsonb().$type<{
      inputTokens: number;
      outputTokens: number;
      cacheReadTokens: number;
      cacheWriteTokens: number;
    }>(),
    usageUuid: text("usage_uuid"),
    /** Context and cost of the agent's session after this run. */
    sessionUsage: jsonb("session_usage").$type<SessionUsage>(),
    /** The agent's last question: open while it has neither an answer nor an end. */
    question: jsonb().$type<StoredQuestion>(),
    /** Cloud runs only; kept when the run ends. */
    ...leaseColumns,
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
    endedAt: milliseconds("ended_at"),
  },
  (table) => [
    index("runs_agent_position").on(table.agentId, table.position.desc()),
    uniqueIndex("runs_one_active").on(table.agentId).where(sql`${table.status} in ('CREATING', 'RUNNING')`),
  ],
);

export const runEvents = pgTable(
  "run_events",
  {
    runId: text("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    sequence: integer().notNull(),
    eventId: text("event_id").notNull(),
    event: text().notNull(),
    /** JSON, as sent to clients. */
    data: text().notNull(),
    at: milliseconds("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.sequence] }),
    uniqueIndex("run_events_event_id").on(table.runId, table.eventId),
  ],
);
