import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgSequence, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { HostingChange } from "@/lib/model/hosting/hosting-change";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Numbers changes in the order they become visible, under one lock. */
export const hostingChangeNumbers = pgSequence("hosting_change_numbers");

/** Acknowledged deliveries. The id is kept as long as the service can resend it. */
export const receivedDeliveries = pgTable(
  "received_deliveries",
  {
    /** The `webhook-id`. */
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    receivedAt: moment("received_at").notNull(),
    /** The raw body, until it is processed. */
    body: text("body"),
    /** The change published to viewers. */
    change: jsonb("change").$type<HostingChange>(),
    changeNumber: bigint("change_number", { mode: "number" }),
  },
  (table) => [
    index("received_deliveries_waiting").on(table.receivedAt).where(sql`${table.body} is not null`),
    index("received_deliveries_time").on(table.receivedAt),
    index("received_deliveries_change").on(table.changeNumber),
  ],
);

/** Reactions to comments, folded from events. */
export const receivedReactions = pgTable(
  "received_reactions",
  {
    commentId: text("comment_id").notNull(),
    reactor: text("reactor").notNull(),
    content: text("content").notNull(),
    held: boolean("held").notNull(),
    atMs: bigint("at_ms", { mode: "number" }).notNull(),
    eventId: text("event_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.reactor, table.content] })],
);
