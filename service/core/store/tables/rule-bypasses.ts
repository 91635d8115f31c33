import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { BypassedRule } from "@/git/transport/push-hooks";
import { repositories } from "./repositories";
import { milliseconds } from "./users";

/** Changes that enforced rules allowed only because their actor bypassed them. */
export const ruleBypasses = pgTable(
  "rule_bypasses",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    repositoryId: text("repository_id")
      .notNull()
      .references(() => repositories.id, { onDelete: "cascade" }),
    change: text({ enum: ["push", "merge", "default_branch"] }).notNull(),
    /** The updated reference; `HEAD` for a change of the default branch. */
    ref: text().notNull(),
    /** Object ids, or references for a change of the default branch. */
    before: text().notNull(),
    after: text().notNull(),
    rules: jsonb().$type<readonly BypassedRule[]>().notNull(),
    /** The actor's reason, if any. */
    reason: text(),
    /** `user_…`, `app_…` or `sa_…`, and the app that acted on the user's behalf. */
    actorId: text("actor_id").notNull(),
    actorAppId: text("actor_app_id"),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [index("rule_bypasses_repository").on(table.repositoryId, table.id)],
);
