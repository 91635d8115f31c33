import { bigint, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { agents } from "./agents";
import { milliseconds } from "./users";

/** Files from an agent's artifacts folder. Their content is stored in the data folder. */
export const artifacts = pgTable(
  "artifacts",
  {
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    /** Starts with `artifacts/`. */
    path: text().notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    /** SHA-256 of the content, and the name of the stored file. */
    digest: text().notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.path] })],
);
