import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { apiKeys, milliseconds, teams, users } from "./users";

/** One-hour tokens that let a worker act as a user. Only the SHA-256 hash is stored. */
export const subTokens = pgTable("sub_tokens", {
  hash: text().primaryKey(),
  userId: integer("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  teamId: integer("team_id")
    .notNull()
    .references(() => teams.id),
  /** The key that minted it. Deleting the key revokes the token. */
  keyId: text("key_id")
    .notNull()
    .references(() => apiKeys.id, { onDelete: "cascade" }),
  createdAt: milliseconds("created_at").notNull(),
  expiresAt: milliseconds("expires_at").notNull(),
});

/** Account switches that simulate plan and billing states of a hosted service. Missing switches have their default. */
export const accounts = pgTable("accounts", {
  teamId: integer("team_id")
    .primaryKey()
    .references(() => teams.id, { onDelete: "cascade" }),
  switches: jsonb().$type<Record<string, unknown>>().notNull(),
  updatedAt: milliseconds("updated_at").notNull(),
});
