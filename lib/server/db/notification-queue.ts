import { and, asc, eq, inArray, lt, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { deleteAnswerRequests } from "./answer-links";
import { deleteInboxNotifications } from "./inbox-notifications";
import { saveChannelResult } from "./notification-channels";
import {
  notificationChannels,
  notificationEventRows,
  notificationItems,
  notificationMessages,
  notificationSchedules,
} from "./notification-schema";
import { users } from "./schema";
import type { Store } from "./store";

/** Notifications in one message. */
const maxItems = 50;
/** A channel gets at most one message in this time; what happens meanwhile is sent together. */
const messageEveryMs = 20_000;
/** Longer than any attempt: older claims are of processes that have ended. */
const claimMs = 60_000;
/** Delay after each failed attempt. */
const retryDelaysMs = [30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000, 60 * 60_000];
export const maxAttempts = retryDelaysMs.length + 1;
/** Failed messages in a row after which a channel is paused. */
const maxFailures = 5;
const retentionMs = 30 * 86_400_000;
/** Expired answer links are kept this long so they can be reported as expired. */
const answerRetentionMs = 7 * 86_400_000;
const pruneAtOnce = 1_000;

export type MessageRow = typeof notificationMessages.$inferSelect;

/** Puts due notifications in messages: one unfinished message per channel, even if several processes do this. */
export async function formMessages({ database }: Store, now: Date): Promise<void> {
  const earlier = new Date(now.getTime() - messageEveryMs);
  await database.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      insert into notification_messages (id, channel_id, state, send_at, created_at)
      select gen_random_uuid(), c.id, 'waiting', ${now}::timestamptz, ${now}::timestamptz
      from notification_channels c
      where c.paused_at is null
        and exists (select 1 from notification_items i
          where i.channel_id = c.id and i.message_id is null and i.due_at <= ${now}::timestamptz)
        and not exists (select 1 from notification_messages m
          where m.channel_id = c.id and (m.state in ('waiting', 'sending') or m.created_at > ${earlier}::timestamptz))
      on conflict do nothing
      returning id, channel_id`);
    for (const row of rows) {
      const { id, channel_id: channelId } = z.object({ id: z.string(), channel_id: z.string() }).parse(row);
      const { rowCount } = await tx.execute(sql`
        update notification_items set message_id = ${id} where channel_id = ${channelId} and event_id in (
          select i.event_id from notification_items i join notification_events e on e.id = i.event_id
          where i.channel_id = ${channelId} and i.message_id is null and i.due_at <= ${now}::timestamptz
          order by e.at limit ${maxItems})`);
      // Another process has just sent them.
      if (!rowCount) await tx.delete(notificationMessages).where(eq(notificationMessages.id, id));
    }
  });
}

/** Claims due messages for sending, each in only one of the processes that share the database. */
export async function claimMessages({ database }: Store, now: Date, limit: number): Promise<MessageRow[]> {
  return database.transaction(async (tx) => {
    const lost = new Date(now.getTime() - claimMs);
    const due = await tx
      .select({ id: notificationMessages.id })
      .from(notificationMessages)
      .where(
        or(
          and(eq(notificationMessages.state, "waiting"), sql`${notificationMessages.sendAt} <= ${now}`),
          and(eq(notificationMessages.state, "sending"), lt(notificationMessages.claimedAt, lost)),
        ),
      )
      .orderBy(asc(notificationMessages.sendAt))
      .limit(limit)
      .for("update", { skipLocked: true });
    if (due.length === 0) return [];
    return tx
      .update(notificationMessages)
      .set({ state: "sending", claimedAt: now, attempts: sql`${notificationMessages.attempts} + 1` })
      .where(
        inArray(
          notificationMessages.id,
          due.map(({ id }) => id),
        ),
      )
      .returning();
  });
}

/** A message with everything needed to send it, and the schedule of its user; `undefined` if its channel or user was deleted or disabled. */
export async function readMessage({ database }: Store, { id }: MessageRow) {
  const [found] = await database
    .select({ channel: notificationChannels, user: users, schedule: notificationSchedules })
    .from(notificationMessages)
    .innerJoin(notificationChannels, eq(notificationChannels.id, notificationMessages.channelId))
    .innerJoin(users, eq(users.id, notificationChannels.userId))
    .leftJoin(notificationSchedules, eq(notificationSchedules.userId, users.id))
    .where(eq(notificationMessages.id, id));
  if (!found || found.user.disabledAt !== null) return undefined;
  const events = await database
    .select({ event: notificationEventRows })
    .from(notificationItems)
    .innerJoin(notificationEventRows, eq(notificationEventRows.id, notificationItems.eventId))
    .where(eq(notificationItems.messageId, id))
    .orderBy(asc(notificationEventRows.at));
  return { ...found, events: events.map(({ event }) => event) };
}

/** The message, unless another process has taken over the claim. */
const isClaim = ({ id, claimedAt }: MessageRow) =>
  and(
    eq(notificationMessages.id, id),
    eq(notificationMessages.state, "sending"),
    sql`${notificationMessages.claimedAt} = ${claimedAt}`,
  );

/** The result of an attempt. `final`: the receiver won't accept this message. `gone`: it no longer exists. */
export type AttemptResult =
  | { delivered: true; message: string }
  | { delivered: false; message: string; final?: boolean; gone?: boolean };

/** Returns a claimed message to the queue until `until`, without counting the attempt. */
export async function postponeMessage({ database }: Store, claimed: MessageRow, until: Date): Promise<void> {
  await database
    .update(notificationMessages)
    .set({ state: "waiting", sendAt: until, attempts: sql`${notificationMessages.attempts} - 1` })
    .where(isClaim(claimed));
}

/** Settles a claim once, unless another process has taken it over. Failed attempts are retried with growing delays. */
export async function settleMessage(
  { database }: Store,
  claimed: MessageRow,
  result: AttemptResult | "dropped",
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    const retryMs = retryDelaysMs[claimed.attempts - 1];
    const isRetried =
      result !== "dropped" && !result.delivered && !result.final && !result.gone && retryMs !== undefined;
    const set = isRetried
      ? { state: "waiting" as const, sendAt: new Date(now.getTime() + retryMs) }
      : { state: result === "dropped" || result.delivered ? ("sent" as const) : ("failed" as const) };
    const settled = await tx
      .update(notificationMessages)
      .set(set)
      .where(isClaim(claimed))
      .returning({ id: notificationMessages.id });
    if (settled.length === 0 || result === "dropped") return;
    const { channelId } = claimed;
    if (result.delivered) return saveChannelResult({ database: tx }, channelId, { sentAt: now });
    await saveChannelResult({ database: tx }, channelId, { problem: result.message, at: now });
    if (isRetried) return;
    await tx
      .update(notificationChannels)
      .set({
        failures: sql`${notificationChannels.failures} + 1`,
        ...(result.gone
          ? { pausedAt: now }
          : {
              pausedAt: sql`case when ${notificationChannels.failures} + 1 >= ${maxFailures} then ${now}::timestamptz end`,
            }),
      })
      .where(eq(notificationChannels.id, channelId));
  });
}

/** Deletes old events with their notifications, finished messages, and expired answer links. */
export async function pruneNotifications({ database }: Store, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs);
  await database.execute(sql`
    delete from notification_events where id in (
      select id from notification_events where at < ${before}::timestamptz limit ${pruneAtOnce})`);
  await database
    .delete(notificationMessages)
    .where(and(lt(notificationMessages.createdAt, before), ne(notificationMessages.state, "sending")));
  await deleteInboxNotifications({ database }, before);
  await deleteAnswerRequests({ database }, new Date(now.getTime() - answerRetentionMs));
}
