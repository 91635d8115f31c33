import { sql } from "drizzle-orm";
import { bigint, index, integer, json, pgTable, text } from "drizzle-orm/pg-core";
import { apps } from "./apps";
import { leaseColumns } from "./lease-columns";
import { namespaces } from "./repositories";
import { milliseconds } from "./users";

/** Webhook events. Written in the transaction of the change if an app subscribes to it. */
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

/** Deliveries of an event to an app. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /** `whd_…`, the `webhook-id` of every attempt. */
    id: text().primaryKey(),
    /** Order within a lane and in lists. */
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
    /** The repository it is about, which may be deleted; null for installation events. */
    repositoryId: text("repository_id"),
    /** Deliveries in a lane are first attempted in order. */
    lane: text().notNull(),
    /** `pending`: an attempt is scheduled, due or in progress. */
    state: text({ enum: ["pending", "delivered", "failed", "cancelled"] }).notNull(),
    /** `manual`: the pending attempt is a requested redelivery. */
    trigger: text({ enum: ["automatic", "manual"] }).notNull(),
    /** Automatic attempts so far. */
    attempts: integer().notNull().default(0),
    sendAt: milliseconds("send_at").notNull(),
    ...leaseColumns,
    lastAttemptId: text("last_attempt_id"),
    createdAt: milliseconds("created_at").notNull(),
    /** Time of the first 2xx response. */
    deliveredAt: milliseconds("delivered_at"),
  },
  (table) => [
    index("webhook_deliveries_app").on(table.appId, table.seq),
    index("webhook_deliveries_event").on(table.eventId),
    index("webhook_deliveries_unattempted")
      .on(table.lane, table.seq)
      .where(sql`${table.state} = 'pending' and ${table.attempts} = 0`),
    index("webhook_deliveries_retry").on(table.sendAt).where(sql`${table.state} = 'pending' and ${table.attempts} > 0`),
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
    /** Null when there was no response. */
    statusCode: integer("status_code"),
    responseHeaders: json("response_headers").$type<Record<string, string>>().notNull().default({}),
    latencyMs: integer("latency_ms").notNull(),
    /** Empty when there was a response. */
    errorMessage: text("error_message").notNull(),
    /** The start of the response body. */
    responseBody: text("response_body").notNull(),
    attemptedAt: milliseconds("attempted_at").notNull(),
  },
  (table) => [index("webhook_attempts_delivery").on(table.deliveryId, table.attemptedAt)],
);
