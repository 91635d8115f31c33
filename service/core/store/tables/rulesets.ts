import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { repositories } from "./repositories";
import { milliseconds } from "./users";

export const rulesets = pgTable(
  "rulesets",
  {
    /** `rs_…` */
    id: text().primaryKey(),
    repositoryId: text("repository_id")
      .notNull()
      .references(() => repositories.id, { onDelete: "cascade" }),
    name: text().notNull(),
    description: text().notNull(),
    enforcement: text({ enum: ["active", "evaluate", "disabled"] }).notNull(),
    kind: text({ enum: ["merge_branch", "push_branch", "push_tag", "push_repository"] }).notNull(),
    includedRefNames: jsonb("included_ref_names").$type<string[]>().notNull(),
    excludedRefNames: jsonb("excluded_ref_names").$type<string[]>().notNull(),
    /** Each with an id, `rsr_…`. */
    rules: jsonb().$type<{ id: string; ruleType: string; parameters: Record<string, unknown> }[]>().notNull(),
    /** Each with an id, `rsba_…`; exactly one of the other members is set. */
    bypassActors: jsonb("bypass_actors")
      .$type<
        {
          id: string;
          bypassMode: "always" | "pull_request_only";
          user?: { id: string } | undefined;
          team?: { organizationPublicId: string; groupPublicId: string } | undefined;
          app?: { id: string } | undefined;
          repohostRole?: { role: "namespace_admin" | "repository_admin" | "repository_write" } | undefined;
        }[]
      >()
      .notNull(),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
  },
  (table) => [index("rulesets_repository").on(table.repositoryId, table.createdAt, table.id)],
);
