import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
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
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
    pushedAt: milliseconds("pushed_at"),
  },
  (table) => [uniqueIndex("repositories_name").on(table.namespaceId, table.nameFolded)],
);
