import { bigint, boolean, customType, index, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { searchKinds } from "@/lib/model/search/kinds";
import { agents } from "./index-schema";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Searchable texts with secrets masked: parts of recorded runs, pull requests of agents, and agents. */
export const searchDocuments = pgTable(
  "search_documents",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId: text("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    /** Empty for agents and pull requests. */
    runId: text("run_id").notNull(),
    /** Unique within the run; the URL of a pull request. */
    key: text("key").notNull(),
    kind: text("kind", { enum: searchKinds }).notNull(),
    eventId: text("event_id"),
    title: text("title").notNull(),
    text: text("text").notNull(),
    /** Visible only to users who can read the repository of the pull request. */
    restricted: boolean("restricted").notNull().default(false),
    /** When the run started, the text of the pull request last changed, or the agent was created. */
    at: timestamp("at", { withTimezone: true, mode: "date" }).notNull(),
    /** From `lib/model/search/words.ts`. */
    words: tsvector("words").notNull(),
  },
  (table) => [
    unique("search_documents_once").on(table.agentId, table.runId, table.key),
    index("search_documents_by_word").using("gin", table.words),
    index("search_documents_by_time").on(table.at, table.id),
    index("search_documents_by_kind").on(table.kind, table.at, table.id),
  ],
);
