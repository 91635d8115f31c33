import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { milliseconds, teams } from "./users";

/** Named environments of the service's own machines. */
export const hostedEnvironments = pgTable(
  "hosted_environments",
  {
    teamId: integer("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    name: text().notNull(),
    repos: jsonb().$type<{ url: string; startingRef?: string }[]>().notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.name] })],
);
