import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { pullRequests } from "./pull-requests";
import { milliseconds } from "./users";

/** Review requests. Requesting again makes a completed request pending again. */
export const reviewRequests = pgTable(
  "review_requests",
  {
    pullRequestId: text("pull_request_id")
      .notNull()
      .references(() => pullRequests.id, { onDelete: "cascade" }),
    /** `user_…` or `grp_…` */
    reviewerId: text("reviewer_id").notNull(),
    /** Who requested the review. */
    requestedById: text("requested_by_id").notNull(),
    requestedByAppId: text("requested_by_app_id"),
    requestedAt: milliseconds("requested_at").notNull(),
    /** When the user or a group member submitted a review. */
    completedAt: milliseconds("completed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.pullRequestId, table.reviewerId] }),
    index("review_requests_reviewer").on(table.reviewerId),
  ],
);
