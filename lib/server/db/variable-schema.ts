import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { variableKinds, variableScopes, variableUses } from "@/lib/contract/dashboard/saved-variable";
import { users } from "./schema";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Saved variables and secrets. Values of both are encrypted. */
export const savedVariables = pgTable(
  "saved_variables",
  {
    id: uuid("id").primaryKey(),
    scope: text("scope", { enum: variableScopes }).notNull(),
    /** Identifies the owner within the scope: empty for the team, a user's id, or a repository's key. */
    owner: text("owner").notNull(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** What its users call the repository. */
    repository: text("repository"),
    name: text("name").notNull(),
    kind: text("kind", { enum: variableKinds }).notNull(),
    sealed: text("sealed").notNull(),
    apply: text("apply", { enum: variableUses }).notNull(),
    models: jsonb("models").$type<string[]>().notNull(),
    pools: jsonb("pools").$type<string[]>().notNull(),
    updatedAt: moment("updated_at").notNull(),
    updatedBy: text("updated_by").notNull(),
    uses: integer("uses").notNull().default(0),
    lastUsedAt: moment("last_used_at"),
    lastAgentId: text("last_agent_id"),
  },
  (table) => [
    unique("saved_variables_name").on(table.scope, table.owner, table.name),
    index("saved_variables_by_user").on(table.userId),
    check("saved_variables_scope", sql`${table.scope} in ('team', 'repository', 'user')`),
    check("saved_variables_kind", sql`${table.kind} in ('variable', 'secret')`),
    check("saved_variables_owner", sql`(${table.scope} = 'user') = (${table.userId} is not null)`),
  ],
);

/** Values of secrets that were replaced or deleted, which older runs can still print. */
export const retiredSecrets = pgTable("retired_secrets", {
  id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
  sealed: text("sealed").notNull(),
});
