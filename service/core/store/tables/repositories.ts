import { sql } from "drizzle-orm";
import { boolean, check, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { OwnerAccount } from "@/lib/contract/admin/namespaces/update-namespace";
import { mirrorStatuses } from "@/lib/contract/hosting/mirror";
import { milliseconds, teams, users } from "./users";

export const namespaces = pgTable(
  "namespaces",
  {
    /** `ns_…` */
    id: text().primaryKey(),
    slug: text().notNull(),
    /** Lower-case slug; slugs are unique regardless of case. */
    slugFolded: text("slug_folded").notNull().unique(),
    type: text({ enum: ["team", "user"] }).notNull(),
    teamId: integer("team_id").references(() => teams.id),
    userId: integer("user_id").references(() => users.id),
    /** Plan and billing settings that can make it read-only; null: defaults. */
    account: jsonb().$type<Partial<OwnerAccount>>(),
    /** Git over SSH only accepts certificates of the namespace's authorities, not users' keys. */
    requireCertificates: boolean("require_certificates").notNull().default(false),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [check("namespaces_owner", sql`(${table.teamId} is null) <> (${table.userId} is null)`)],
);

export const repositories = pgTable(
  "repositories",
  {
    /** `repo_…`; also the name of its folder. */
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
    /** Number of the latest pull request. */
    lastPullNumber: integer("last_pull_number").notNull().default(0),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
    pushedAt: milliseconds("pushed_at"),
    /** Mirror direction and state; null for a repository that isn't a mirror. */
    mirrorStatus: text("mirror_status", { enum: ["initial", ...mirrorStatuses] }),
    mirrorSource: text("mirror_source", { enum: ["github", "git"] }),
    mirrorSourceId: text("mirror_source_id"),
  },
  (table) => [uniqueIndex("repositories_name").on(table.namespaceId, table.nameFolded)],
);
