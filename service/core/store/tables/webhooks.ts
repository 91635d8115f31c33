import { sql } from "drizzle-orm";
import { bigint, index, integer, json, pgTable, text } from "drizzle-orm/pg-core";
import { apps } from "./apps";
import { leaseColumns } from "./lease-columns";
import { milliseconds } from "./people";
import { namespaces } from "./repositories";

/** What happened, as apps are told of it. Written in the transaction of the change, when an app listens. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    /** `evt_…` */
    id: text().primaryKey(),
    type: text().notNull(),
    payload: json().notNull(),
    createdAt: milliseconds("created_at").notNull(),
  },
  (table) => [index("webhook_events_created").on(table.createdAt)],
);

/** One event that is owed to one app. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /** `whd_…`, the `webhook-id` of every attempt. */
    id: text().primaryKey(),
    /** The order of a lane, and of the list. */
    seq: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    eventId: text("event_id")
      .notNull()
      .references(() => webhookEvents.id, { onDelete: "cascade" }),
    type: text().notNull(),
    appId: text("app_id")
      .notNull()
      .references(() => apps.id, { onDelete: "cascade" }),
    namespaceId: text("namespace_id")
      .notNull()
      .references(() => namespaces.id, { onDelete: "cascade" }),
    installationId: text("installation_id").notNull(),
    /** The repository it is about, there or gone; nothing for what is about an installation. */
    repositoryId: text("repository_id"),
    /** Deliveries of a lane are begun one after the other. */
    lane: text().notNull(),
    /** `pending`: a send is due, waits for its time or is under way. */
    state: text({ enum: ["pending", "delivered", "failed", "cancelled"] }).notNull(),
    /** Whether the pending send was asked for. */
    trigger: text({ enum: ["automatic", "manual"] }).notNull(),
    /** Sends of the ladder that were made. */
    attempts: integer().notNull().default(0),
    sendAt: milliseconds("send_at").notNull(),
    ...leaseColumns,
    lastAttemptId: text("last_attempt_id"),
    createdAt: milliseconds("created_at").notNull(),
    /** The first 2xx. */
    deliveredAt: milliseconds("delivered_at"),
  },
  (table) => [
    index("webhook_deliveries_app").on(table.appId, table.seq),
    index("webhook_deliveries_event").on(table.eventId),
    index("webhook_deliveries_fresh")
      .on(table.lane, table.seq)
      .where(sql`${table.state} = 'pending' and ${table.attempts} = 0`),
    index("webhook_deliveries_again").on(table.sendAt).where(sql`${table.state} = 'pending' and ${table.attempts} > 0`),
  ],
);

export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    /** `wha_…` */
    id: text().primaryKey(),
    deliveryId: text("delivery_id")
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: "cascade" }),
    trigger: text({ enum: ["automatic", "manual"] }).notNull(),
    url: text().notNull().default(""),
    requestHeaders: json("request_headers").$type<Record<string, string>>().notNull().default({}),
    /** Nothing when no answer came. */
    statusCode: integer("status_code"),
    responseHeaders: json("response_headers").$type<Record<string, string>>().notNull().default({}),
    latencyMs: integer("latency_ms").notNull(),
    /** Empty when an answer came. */
    errorMessage: text("error_message").notNull(),
    /** The beginning of the answer. */
    responseBody: text("response_body").notNull(),
    attemptedAt: milliseconds("attempted_at").notNull(),
  },
  (table) => [index("webhook_attempts_delivery").on(table.deliveryId, table.attemptedAt)],
);
