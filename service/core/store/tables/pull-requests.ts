import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { repositories } from "./repositories";
import { ruleBypasses } from "./rule-bypasses";
import { milliseconds } from "./users";

export const pullRequests = pgTable(
  "pull_requests",
  {
    /** `pr_…` */
    id: text().primaryKey(),
    repositoryId: text("repository_id")
      .notNull()
      .references(() => repositories.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    state: text({ enum: ["open", "closed", "merged"] }).notNull(),
    draft: boolean().notNull(),
    /** Short names of branches. */
    headRef: text("head_ref").notNull(),
    baseRef: text("base_ref").notNull(),
    /** Who opened it: `user_…`, `app_…` or `sa_…`. */
    authorId: text("author_id").notNull(),
    /** The app that opened it on the author's behalf. */
    authorAppId: text("author_app_id"),
    /** `stk_…`; null outside a stack. */
    stackId: text("stack_id"),
    parentId: text("parent_id"),
    /** The latest version. */
    version: integer().notNull(),
    mergeCommitSha: text("merge_commit_sha"),
    /** Set if rules allowed the merge only because its actor bypassed them. */
    mergeBypassId: bigint("merge_bypass_id", { mode: "number" }).references(() => ruleBypasses.id, {
      onDelete: "set null",
    }),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
    closedAt: milliseconds("closed_at"),
    mergedAt: milliseconds("merged_at"),
  },
  (table) => [
    uniqueIndex("pull_requests_number").on(table.repositoryId, table.number),
    index("pull_requests_created").on(table.repositoryId, table.createdAt, table.number),
    index("pull_requests_updated").on(table.repositoryId, table.updatedAt, table.number),
    index("pull_requests_author").on(table.repositoryId, table.authorId),
    index("pull_requests_stack").on(table.stackId),
    index("pull_requests_parent").on(table.parentId),
    index("pull_requests_open_head").on(table.repositoryId, table.headRef).where(sql`${table.state} = 'open'`),
    index("pull_requests_open_base").on(table.repositoryId, table.baseRef).where(sql`${table.state} = 'open'`),
  ],
);

/** Versions of a pull request: one per change of its head or base. */
export const pullRequestVersions = pgTable(
  "pull_request_versions",
  {
    pullRequestId: text("pull_request_id")
      .notNull()
      .references(() => pullRequests.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    headSha: text("head_sha").notNull(),
    /** Tip of the base branch when the version was recorded. */
    baseSha: text("base_sha").notNull(),
    additions: integer().notNull(),
    deletions: integer().notNull(),
    changedFiles: integer("changed_files").notNull(),
    /** Why the diff couldn't be counted; the stats are 0 then. `unreadable`: objects are missing or damaged. */
    diffError: text("diff_error", { enum: ["too_large", "unreadable"] }),
    createdAt: milliseconds("created_at").notNull(),
    mergeState: text("merge_state", { enum: ["unknown", "prepared", "merge_conflict"] })
      .notNull()
      .default("unknown"),
    /** The potential merge commit, and the base tip it was built on. */
    mergeSha: text("merge_sha"),
    mergeBaseSha: text("merge_base_sha"),
    /** Set once references protect its commits from being pruned. */
    kept: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.pullRequestId, table.number] }),
    index("pull_request_versions_head").on(table.headSha),
    index("pull_request_versions_unkept").on(table.pullRequestId).where(sql`not ${table.kept}`),
  ],
);
