import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Answer } from "@/lib/contract/agents/question";
import {
  channelKinds,
  digests,
  type NotificationEventType,
  notificationScopes,
} from "@/lib/contract/dashboard/notifications/notification-events";
import type { NotificationFacts } from "@/lib/model/notifications/notification";
import { users } from "./schema";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const userId = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** Where a user's notifications are sent, and which. */
export const notificationChannels = pgTable(
  "notification_channels",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    kind: text("kind", { enum: channelKinds }).notNull(),
    /** What its user sees of the address. */
    target: text("target").notNull(),
    /** The URL or push subscription with its secrets, encrypted. Null for email, which goes to the user's address. */
    sealed: text("sealed"),
    /** SHA-256 of the address, so that each is added once. */
    addressHash: text("address_hash").notNull(),
    events: jsonb("events").$type<NotificationEventType[]>().notNull(),
    scope: text("scope", { enum: notificationScopes }).notNull(),
    queueMinutes: integer("queue_minutes").notNull(),
    createdAt: moment("created_at").notNull(),
    lastSentAt: moment("last_sent_at"),
    /** Why the last message failed, and since when. Null after a success. */
    problem: text("problem"),
    problemAt: moment("problem_at"),
    /** Consecutive messages that failed permanently. */
    failures: integer("failures").notNull().default(0),
    /** Set after too many failures: nothing is sent until a test succeeds. */
    pausedAt: moment("paused_at"),
  },
  (table) => [unique("notification_channels_address").on(table.userId, table.addressHash)],
);

/** When a user's messages are sent. Times are minutes of the day in the time zone. */
export const notificationSchedules = pgTable("notification_schedules", {
  userId: userId().primaryKey(),
  timeZone: text("time_zone").notNull(),
  quietFrom: integer("quiet_from").notNull(),
  quietTo: integer("quiet_to").notNull(),
  digest: text("digest", { enum: digests }).notNull(),
  digestAt: integer("digest_at").notNull(),
});

/** Events that some channel notifies about. */
export const notificationEventRows = pgTable(
  "notification_events",
  {
    id: uuid("id").primaryKey(),
    /** Identifies the event, so that it is recorded once however often it is seen. */
    key: text("key").notNull().unique(),
    type: text("type").$type<NotificationEventType>().notNull(),
    at: moment("at").notNull(),
    facts: jsonb("facts").$type<NotificationFacts>().notNull(),
  },
  (table) => [index("notification_events_at").on(table.at)],
);

/** A message: the notifications of a channel that were due together. Retries send the same message. */
export const notificationMessages = pgTable(
  "notification_messages",
  {
    id: uuid("id").primaryKey(),
    channelId: uuid("channel_id")
      .notNull()
      .references(() => notificationChannels.id, { onDelete: "cascade" }),
    state: text("state", { enum: ["waiting", "sending", "sent", "failed"] }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    sendAt: moment("send_at").notNull(),
    /** When a process claimed it. */
    claimedAt: moment("claimed_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    // A channel sends one message at a time.
    uniqueIndex("notification_messages_open").on(table.channelId).where(sql`${table.state} in ('waiting', 'sending')`),
    index("notification_messages_due").on(table.sendAt).where(sql`${table.state} in ('waiting', 'sending')`),
    index("notification_messages_created").on(table.channelId, table.createdAt),
    check("notification_messages_state", sql`${table.state} in ('waiting', 'sending', 'sent', 'failed')`),
  ],
);

/** What a channel notifies about: each event once. */
export const notificationItems = pgTable(
  "notification_items",
  {
    channelId: uuid("channel_id")
      .notNull()
      .references(() => notificationChannels.id, { onDelete: "cascade" }),
    eventId: uuid("event_id")
      .notNull()
      .references(() => notificationEventRows.id, { onDelete: "cascade" }),
    dueAt: moment("due_at").notNull(),
    messageId: uuid("message_id").references(() => notificationMessages.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.channelId, table.eventId] }),
    index("notification_items_due").on(table.channelId, table.dueAt).where(sql`${table.messageId} is null`),
    index("notification_items_message").on(table.messageId),
    index("notification_items_event").on(table.eventId),
  ],
);

/** Notifications in the dashboard itself, as they were sent. The newest are kept. */
export const inboxNotifications = pgTable(
  "inbox_notifications",
  {
    id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    /** The event, or a test. */
    eventId: uuid("event_id").notNull(),
    type: text("type").$type<NotificationEventType | "test">().notNull(),
    at: moment("at").notNull(),
    title: text("title").notNull(),
    detail: text("detail").notNull(),
    /** The page about it in the dashboard. */
    path: text("path").notNull(),
    agentId: text("agent_id"),
    /** `owner/name` of the pull request that it is about, without an agent. */
    repository: text("repository"),
    readAt: moment("read_at"),
  },
  (table) => [
    unique("inbox_notifications_event").on(table.userId, table.eventId),
    index("inbox_notifications_newest").on(table.userId, table.id),
  ],
);

/** A request of an agent that notifications let a user respond to without signing in, with one of its links. */
export const answerRequests = pgTable(
  "answer_requests",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    agentId: text("agent_id").notNull(),
    agentName: text("agent_name").notNull(),
    runId: text("run_id").notNull(),
    questionId: text("question_id").notNull(),
    /** What the agent asks, as the notification shows it. */
    text: text("text").notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** When one of its links was used. The others can't be used after that. */
    usedAt: moment("used_at"),
  },
  (table) => [
    unique("answer_requests_question").on(table.userId, table.runId, table.questionId),
    index("answer_requests_expiry").on(table.expiresAt),
  ],
);

/** Links that each send one answer, once. The token itself is never stored. */
export const answerLinks = pgTable(
  "answer_links",
  {
    tokenHash: text("token_hash").primaryKey(),
    requestId: uuid("request_id")
      .notNull()
      .references(() => answerRequests.id, { onDelete: "cascade" }),
    label: text("label").notNull(),
    answer: jsonb("answer").$type<Answer>().notNull(),
  },
  (table) => [index("answer_links_request").on(table.requestId)],
);

/** Keys this dashboard created, with their private parts encrypted. */
export const dashboardKeys = pgTable("dashboard_keys", {
  name: text("name").primaryKey(),
  publicKey: text("public_key").notNull(),
  sealed: text("sealed").notNull(),
});
