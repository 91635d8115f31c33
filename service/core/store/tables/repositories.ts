import { sql } from "drizzle-orm";
import { boolean, check, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { OwnerAccount } from "@/lib/contract/admin/update-namespace";
import { mirrorStatuses } from "@/lib/contract/hosting/mirror";
import { milliseconds, teams, users } from "./people";

export const namespaces = pgTable(
  "namespaces",
  {
    /** `ns_…` */
    id: text().primaryKey(),
    slug: text().notNull(),
    /** The slug in lower case: slugs that differ only in case are duplicates. */
    slugFolded: text("slug_folded").notNull().unique(),
    type: text({ enum: ["team", "user"] }).notNull(),
    teamId: integer("team_id").references(() => teams.id),
    userId: integer("user_id").references(() => users.id),
    /** Plan and settings that decide whether it may be written to; absent: the usual ones. */
    account: jsonb().$type<Partial<OwnerAccount>>(),
    /** Git takes SSH certificates of the owner's authorities, and no keys of users. */
    requireCertificates: boolean("require_certificates").notNull().default(false),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [check("namespaces_owner", sql`(${table.teamId} is null) <> (${table.userId} is null)`)],
);

export const repositories = pgTable(
  "repositories",
  {
    /** `repo_…`; also the name of the folder that holds it. */
    id: text().primaryKey(),
    namespaceId: text("namespace_id")
      .notNull()
      .references(() => namespaces.id),
    name: text().notNull(),
    nameFolded: text("name_folded").notNull(),
    defaultBranch: text("default_branch").notNull(),
    visibility: text({ enum: ["internal", "private"] })
      .notNull()
      .default("private"),
    allowMergeCommit: boolean("allow_merge_commit").notNull().default(true),
    allowSquashMerge: boolean("allow_squash_merge").notNull().default(true),
    deleteBranchOnMerge: boolean("delete_branch_on_merge").notNull().default(false),
    /** Number of the newest pull request. */
    lastPullNumber: integer("last_pull_number").notNull().default(0),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
    pushedAt: milliseconds("pushed_at"),
    /** Which way it is kept like one on another server; absent for a native repository. */
    mirrorStatus: text("mirror_status", { enum: ["initial", ...mirrorStatuses] }),
    mirrorSource: text("mirror_source", { enum: ["github", "git"] }),
    mirrorSourceId: text("mirror_source_id"),
  },
  (table) => [uniqueIndex("repositories_name").on(table.namespaceId, table.nameFolded)],
);
