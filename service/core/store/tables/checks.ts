import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { repositories } from "./repositories";
import { milliseconds } from "./users";

/** Check suites: one row per attempt on a commit. */
export const checkSuites = pgTable(
  "check_suites",
  {
    /** `crg_…` */
    id: text().primaryKey(),
    repositoryId: text("repository_id")
      .notNull()
      .references(() => repositories.id, { onDelete: "cascade" }),
    sha: text().notNull(),
    /** The app that reports it. */
    actorId: text("actor_id").notNull(),
    key: text().notNull(),
    externalId: text("external_id").notNull(),
    name: text().notNull(),
    detailsUrl: text("details_url"),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("check_suites_attempt").on(table.repositoryId, table.sha, table.actorId, table.key, table.externalId),
  ],
);

/** Check runs: one row per attempt. */
export const checkRuns = pgTable(
  "check_runs",
  {
    /** `cr_…` */
    id: text().primaryKey(),
    suiteId: text("suite_id")
      .notNull()
      .references(() => checkSuites.id, { onDelete: "cascade" }),
    key: text().notNull(),
    externalId: text("external_id").notNull(),
    name: text().notNull(),
    status: text({ enum: ["queued", "in_progress", "completed", "rerequested"] }).notNull(),
    conclusion: text({
      enum: ["success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required", "stale"],
    }),
    externalUpdatedAt: milliseconds("external_updated_at").notNull(),
    startedAt: milliseconds("started_at"),
    completedAt: milliseconds("completed_at"),
    detailsUrl: text("details_url"),
    outputTitle: text("output_title"),
    outputSummary: text("output_summary"),
    outputText: text("output_text"),
    /** Kept after a timeout, so that a run reopened without a new deadline times out again. */
    deadlineAt: milliseconds("deadline_at"),
    isRerequestable: boolean("is_rerequestable").notNull(),
    /** Set while a re-run request is pending. */
    rerequestedAt: milliseconds("rerequested_at"),
    rerequestedById: text("rerequested_by_id"),
    rerequestedByAppId: text("rerequested_by_app_id"),
    /** The latest re-run request, pending or not. */
    lastRerequestedAt: milliseconds("last_rerequested_at"),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("check_runs_attempt").on(table.suiteId, table.key, table.externalId),
    index("check_runs_deadline")
      .on(table.deadlineAt)
      .where(sql`${table.status} = 'in_progress' and ${table.deadlineAt} is not null`),
  ],
);

export const checkRunAnnotations = pgTable(
  "check_run_annotations",
  {
    /** `cra_…`, ascending within a run. */
    id: text().primaryKey(),
    runId: text("run_id")
      .notNull()
      .references(() => checkRuns.id, { onDelete: "cascade" }),
    /** Zero-based index within the run. */
    position: integer().notNull(),
    level: text({ enum: ["notice", "warning", "failure"] }).notNull(),
    message: text().notNull(),
    title: text(),
    rawDetails: text("raw_details"),
    path: text(),
    startLine: integer("start_line"),
    endLine: integer("end_line"),
    startColumn: integer("start_column"),
    endColumn: integer("end_column"),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [uniqueIndex("check_run_annotations_position").on(table.runId, table.position)],
);
