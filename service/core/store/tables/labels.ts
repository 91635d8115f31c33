import { index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { pullRequests } from "./pull-requests";
import { repositories } from "./repositories";
import { milliseconds } from "./users";

export const labels = pgTable(
  "labels",
  {
    /** `lbl_…` */
    id: text().primaryKey(),
    repositoryId: text("repository_id")
      .notNull()
      .references(() => repositories.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** Six hexadecimal digits. */
    color: text().notNull(),
    description: text(),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [uniqueIndex("labels_name").on(table.repositoryId, table.name)],
);

/** Labels of pull requests. */
export const pullRequestLabels = pgTable(
  "pull_request_labels",
  {
    pullRequestId: text("pull_request_id")
      .notNull()
      .references(() => pullRequests.id, { onDelete: "cascade" }),
    labelId: text("label_id")
      .notNull()
      .references(() => labels.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.pullRequestId, table.labelId] }),
    index("pull_request_labels_label").on(table.labelId),
  ],
);
