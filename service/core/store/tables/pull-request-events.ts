import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { closeReasons } from "@/lib/contract/hosting/pulls/list-pull-request-timeline";
import { timelineEventTypes } from "@/lib/contract/hosting/pulls/list-pull-request-timeline";
import { pullRequests } from "./pull-requests";
import { milliseconds } from "./users";

export interface TimelineDetails {
  /** The number of the version that the event added. */
  version?: number;
  push?: { before: string; after: string; forced?: boolean; commits?: number };
  change?: { from: string; to: string };
  parentPullRequest?: { number: string };
  label?: { name: string; color: string };
  /** `user_…` or `grp_…` */
  reviewerId?: string;
  thread?: { id: string; path?: string };
  closeReason?: (typeof closeReasons)[number];
}

/** Changes of pull requests, written with them. */
export const pullRequestEvents = pgTable(
  "pull_request_events",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    pullRequestId: text("pull_request_id")
      .notNull()
      .references(() => pullRequests.id, { onDelete: "cascade" }),
    type: text({ enum: timelineEventTypes }).notNull(),
    /** `user_…`, `app_…` or `sa_…`, and the app that acted on the user's behalf; null for the service itself. */
    actorId: text("actor_id"),
    actorAppId: text("actor_app_id"),
    details: jsonb().$type<TimelineDetails>().notNull(),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [index("pull_request_events_pull_request").on(table.pullRequestId, table.id)],
);
