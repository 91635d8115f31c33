import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { DraftComment } from "@/lib/contract/hosting/reviews/review-draft";
import { pullRequests } from "./pull-requests";
import { milliseconds } from "./users";

export const reviews = pgTable(
  "reviews",
  {
    /** `rev_…` */
    id: text().primaryKey(),
    pullRequestId: text("pull_request_id")
      .notNull()
      .references(() => pullRequests.id, { onDelete: "cascade" }),
    /** The reviewed version. */
    version: integer().notNull(),
    authorId: text("author_id").notNull(),
    /** The app that acted on behalf of the author. */
    authorAppId: text("author_app_id"),
    verdict: text({ enum: ["approve", "request_changes", "comment"] }).notNull(),
    body: text().notNull(),
    submittedAt: milliseconds("submitted_at").notNull(),
    dismissedAt: milliseconds("dismissed_at"),
    dismissedById: text("dismissed_by_id"),
    dismissedByAppId: text("dismissed_by_app_id"),
    dismissalMessage: text("dismissal_message"),
  },
  (table) => [index("reviews_pull_request").on(table.pullRequestId, table.submittedAt, table.id)],
);

/** Unsubmitted reviews with their comments, one per user and pull request. Visible only to their authors. */
export const reviewDrafts = pgTable(
  "review_drafts",
  {
    /** `rev_…`, the id of the review once it is submitted. */
    id: text().primaryKey(),
    pullRequestId: text("pull_request_id")
      .notNull()
      .references(() => pullRequests.id, { onDelete: "cascade" }),
    authorId: text("author_id").notNull(),
    authorAppId: text("author_app_id"),
    /** The reviewed version. */
    version: integer().notNull(),
    verdict: text({ enum: ["approve", "request_changes", "comment"] }).notNull(),
    body: text().notNull(),
    comments: jsonb().$type<DraftComment[]>().notNull(),
    /** Changes with every write. */
    revision: text().notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
  },
  (table) => [uniqueIndex("review_drafts_author").on(table.pullRequestId, table.authorId)],
);

/** Comment threads, on a line, a file, or the general discussion. */
export const commentThreads = pgTable(
  "comment_threads",
  {
    /** `cth_…` */
    id: text().primaryKey(),
    pullRequestId: text("pull_request_id")
      .notNull()
      .references(() => pullRequests.id, { onDelete: "cascade" }),
    /** The version it was created on. */
    version: integer().notNull(),
    /** Empty in the general discussion. */
    path: text().notNull(),
    side: text({ enum: ["left", "right"] }),
    /** 0 for a whole file and in the general discussion. */
    startLine: integer("start_line").notNull(),
    /** 0 for a single line or none. */
    endLine: integer("end_line").notNull(),
    resolvedAt: milliseconds("resolved_at"),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
  },
  (table) => [index("comment_threads_pull_request").on(table.pullRequestId)],
);

export const pullComments = pgTable(
  "pull_comments",
  {
    /** `cmt_…` */
    id: text().primaryKey(),
    pullRequestId: text("pull_request_id")
      .notNull()
      .references(() => pullRequests.id, { onDelete: "cascade" }),
    threadId: text("thread_id")
      .notNull()
      .references(() => commentThreads.id, { onDelete: "cascade" }),
    /** The review it was published with. */
    reviewId: text("review_id").references(() => reviews.id, { onDelete: "set null" }),
    authorId: text("author_id").notNull(),
    /** The app that created it on behalf of the author. */
    authorAppId: text("author_app_id"),
    body: text().notNull(),
    createdAt: milliseconds("created_at").notNull(),
    updatedAt: milliseconds("updated_at").notNull(),
  },
  (table) => [
    index("pull_comments_pull_request").on(table.pullRequestId, table.createdAt, table.id),
    index("pull_comments_thread").on(table.threadId),
  ],
);

/** Emoji reactions to comments, unique per user and emoji. */
export const commentReactions = pgTable(
  "comment_reactions",
  {
    commentId: text("comment_id")
      .notNull()
      .references(() => pullComments.id, { onDelete: "cascade" }),
    reactorId: text("reactor_id").notNull(),
    reactorAppId: text("reactor_app_id"),
    emoji: text().notNull(),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.reactorId, table.emoji] })],
);
