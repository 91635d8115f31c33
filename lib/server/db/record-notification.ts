import { and, count, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { NotificationEventType } from "@/lib/contract/dashboard/notifications/notification-events";
import type { NotificationFacts } from "@/lib/model/notifications/notification";
import { defaultSchedule, sendTime } from "@/lib/model/notifications/schedule";
import {
  notificationChannels,
  notificationEventRows,
  notificationItems,
  notificationSchedules,
} from "./notification-schema";
import { users } from "./schema";
import type { Store } from "./store";

export type NotificationTransaction = Parameters<Parameters<Store["database"]["transaction"]>[0]>[0];

export const notificationChannel = "notifications_due";

/** Unsent notifications of a channel. More are dropped, so that a flood of events can't fill the database. */
const maxUnsent = 500;

export interface NotificationEvent {
  /** Identifies the event, so that it is recorded once. */
  key: string;
  type: NotificationEventType;
  at: Date;
  facts: NotificationFacts;
  /** Ids of the users to notify. */
  owners: readonly string[];
  /** Only notifies these users, including those subscribed to everything. */
  onlyOwners?: boolean;
  /** Only notifies channels with this number of minutes. */
  queueMinutes?: number;
}

const notifiesAbout = (type: NotificationEventType) =>
  and(isNull(notificationChannels.pausedAt), sql`${notificationChannels.events} @> ${JSON.stringify([type])}::jsonb`);

/** Returns whether any channel notifies about a type of event. */
export async function isWanted({ database }: Store, ...types: NotificationEventType[]): Promise<boolean> {
  for (const type of types) {
    const found = await database
      .select({ id: notificationChannels.id })
      .from(notificationChannels)
      .where(notifiesAbout(type))
      .limit(1);
    if (found.length > 0) return true;
  }
  return false;
}

/**
 * Records an event for the channels that notify about it, each once, in the transaction of the change that it reports.
 * Channels don't notify about events before they were added.
 */
export async function recordNotification(
  tx: NotificationTransaction,
  event: NotificationEvent,
  now: Date,
): Promise<void> {
  const { key, type, at, facts, owners, onlyOwners = false, queueMinutes } = event;
  const recipients = await tx
    .select({ channel: notificationChannels, schedule: notificationSchedules })
    .from(notificationChannels)
    .innerJoin(users, and(eq(users.id, notificationChannels.userId), isNull(users.disabledAt)))
    .leftJoin(notificationSchedules, eq(notificationSchedules.userId, users.id))
    .where(
      and(
        notifiesAbout(type),
        lte(notificationChannels.createdAt, at),
        or(
          inArray(notificationChannels.userId, [...owners]),
          onlyOwners ? undefined : eq(notificationChannels.scope, "all"),
        ),
        queueMinutes === undefined ? undefined : eq(notificationChannels.queueMinutes, queueMinutes),
      ),
    );
  const open = await withRoom(
    tx,
    recipients.map(({ channel }) => channel.id),
  );
  if (open.size === 0) return;
  await tx
    .insert(notificationEventRows)
    .values({ id: crypto.randomUUID(), key, type, at, facts })
    .onConflictDoNothing({ target: notificationEventRows.key });
  const [row] = await tx
    .select({ id: notificationEventRows.id })
    .from(notificationEventRows)
    .where(eq(notificationEventRows.key, key));
  if (!row) return;
  const items = recipients
    .filter(({ channel }) => open.has(channel.id))
    .map(({ channel, schedule }) => ({
      channelId: channel.id,
      eventId: row.id,
      // Only messages that interrupt the user follow their schedule.
      dueAt: channel.kind === "inbox" ? now : new Date(sendTime(schedule ?? defaultSchedule, now.getTime())),
    }));
  const added = await tx.insert(notificationItems).values(items).onConflictDoNothing().returning();
  if (added.length > 0) await tx.execute(sql`select pg_notify(${notificationChannel}, '')`);
}

/** The channels with room for another unsent notification. */
async function withRoom(tx: NotificationTransaction, channelIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (channelIds.length === 0) return new Set();
  const unsent = await tx
    .select({ id: notificationItems.channelId, items: count() })
    .from(notificationItems)
    .where(and(inArray(notificationItems.channelId, [...channelIds]), isNull(notificationItems.messageId)))
    .groupBy(notificationItems.channelId);
  const full = new Set(unsent.filter(({ items }) => items >= maxUnsent).map(({ id }) => id));
  return new Set(channelIds.filter((id) => !full.has(id)));
}
