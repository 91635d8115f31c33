import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { milliseconds } from "./users";

/** Points that principals have used in their current minute. Deleted once the minute is over. */
export const pointWindows = pgTable("point_windows", {
  /** The resource and the principal. */
  key: text().primaryKey(),
  startedAt: milliseconds("started_at").notNull(),
  used: integer().notNull(),
});
