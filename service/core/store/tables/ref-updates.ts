import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { apps } from "./apps";
import { repositories } from "./repositories";
import { milliseconds, serviceAccounts, users } from "./users";

/** Journal of branch and tag updates. An all-zero id means the reference doesn't exist. */
export const refUpdates = pgTable(
  "ref_updates",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    repositoryId: text("repository_id")
      .notNull()
      .references(() => repositories.id, { onDelete: "cascade" }),
    ref: text().notNull(),
    before: text().notNull(),
    after: text().notNull(),
    /** Who updated it; null for deleted users and accounts, and for the service itself. */
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    serviceAccountId: text("service_account_id").references(() => serviceAccounts.id, { onDelete: "set null" }),
    /** The app that updated it, as itself or on behalf of the user. */
    appId: text("app_id").references(() => apps.id, { onDelete: "set null" }),
    /** The run that pushed it. */
    runId: text("run_id"),
    /** False from the database commit until git has updated the reference. Completed at startup after a crash. */
    settled: boolean().notNull(),
    /** True once pull requests have been updated. */
    followed: boolean().notNull().default(false),
    /** Why pull requests couldn't be updated. Such an update isn't retried. */
    problem: text(),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [
    index("ref_updates_repository").on(table.repositoryId, table.id),
    index("ref_updates_unfollowed").on(table.repositoryId, table.id).where(sql`not ${table.followed}`),
    index("ref_updates_unsettled").on(table.id).where(sql`not ${table.settled}`),
  ],
);
