import { sql } from "drizzle-orm";
import { bigint, boolean, check, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";

/** Unix milliseconds. */
export const milliseconds = (name: string) => bigint(name, { mode: "number" });

export const teams = pgTable("teams", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  defaultModel: text("default_model"),
  createdAt: milliseconds("created_at").notNull(),
});

export const users = pgTable(
  "users",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Id in the hosting API, `user_…`. */
    actorId: text("actor_id").notNull().unique(),
    email: text().notNull(),
    firstName: text("first_name"),
    lastName: text("last_name"),
    /** Public handle, without `@`. */
    handle: text(),
    teamId: integer("team_id")
      .notNull()
      .references(() => teams.id),
    isTeamAdmin: boolean("is_team_admin").notNull().default(false),
    isActive: boolean("is_active").notNull().default(true),
    /** They have at most `read` on repositories, whatever they are granted. */
    isReadOnly: boolean("is_read_only").notNull().default(false),
    defaultModel: text("default_model"),
    createdAt: milliseconds("created_at").notNull(),
    /** Port previews that they opened until then have ended. */
    previewsEndedAt: milliseconds("previews_ended_at"),
  },
  (table) => [uniqueIndex("users_email").on(sql`lower(${table.email})`)],
);

export const serviceAccounts = pgTable("service_accounts", {
  /** `sa_…` */
  id: text().primaryKey(),
  teamId: integer("team_id")
    .notNull()
    .references(() => teams.id),
  name: text().notNull(),
  /** The user on whose behalf it owns user pools. */
  userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
  createdAt: milliseconds("created_at").notNull(),
});

/** API keys; only the SHA-256 hash is stored. A key belongs to a user, a service account, or (admin) neither. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: text().primaryKey(),
    hash: text().notNull().unique(),
    name: text().notNull(),
    kind: text({ enum: ["user", "serviceAccount", "admin"] }).notNull(),
    userId: integer("user_id").references(() => users.id, { onDelete: "cascade" }),
    serviceAccountId: text("service_account_id").references(() => serviceAccounts.id, { onDelete: "cascade" }),
    /** Can mint worker tokens and session tokens. */
    agentScoped: boolean("agent_scoped").notNull().default(false),
    /** Ids of the only repositories it can use; null: all. */
    repositoryIds: jsonb("repository_ids").$type<string[]>(),
    /** Set for a registration token: it only registers workers of the pool, until `expiresAt` (Unix milliseconds). */
    registration: jsonb().$type<{ pool: string; expiresAt: number }>(),
    createdAt: milliseconds("created_at").notNull(),
    expiresAt: milliseconds("expires_at"),
    deletedAt: milliseconds("deleted_at"),
  },
  (table) => [
    check(
      "api_keys_owner",
      sql`(${table.kind} = 'user') = (${table.userId} is not null)
        and (${table.kind} = 'serviceAccount') = (${table.serviceAccountId} is not null)`,
    ),
  ],
);
