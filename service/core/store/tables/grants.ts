import { index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { namespaces, repositories } from "./repositories";
import { milliseconds, teams, users } from "./users";

/** Groups of a team's members. */
export const groups = pgTable(
  "groups",
  {
    /** `grp_…` */
    id: text().primaryKey(),
    teamId: integer("team_id")
      .notNull()
      .references(() => teams.id),
    slug: text().notNull(),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [unique("groups_slug").on(table.teamId, table.slug)],
);

export const groupMembers = pgTable(
  "group_members",
  {
    groupId: text("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.userId] }), index("group_members_user").on(table.userId)],
);

/**
 * Permissions of principals on a namespace or one of its repositories. Every team's built-in groups have default permissions
 * that a row overrides; `none` removes the default.
 */
export const grants = pgTable(
  "grants",
  {
    namespaceId: text("namespace_id")
      .notNull()
      .references(() => namespaces.id, { onDelete: "cascade" }),
    /** Null: all repositories of the namespace. */
    repositoryId: text("repository_id").references(() => repositories.id, { onDelete: "cascade" }),
    principalKind: text("principal_kind", { enum: ["group", "teamGroup", "user"] }).notNull(),
    /** `grp_…`, `admins` or `members`, `user_…`. */
    principalId: text("principal_id").notNull(),
    permission: text({ enum: ["none", "read", "contributor", "write", "admin"] }).notNull(),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [
    unique("grants_principal")
      .on(table.namespaceId, table.repositoryId, table.principalKind, table.principalId)
      .nullsNotDistinct(),
    index("grants_repository").on(table.repositoryId),
  ],
);
