import { and, asc, eq, gt, isNotNull, lt, max, sql } from "drizzle-orm";
import type { HostingChange } from "@/lib/model/hosting/hosting-change";
import { foldReaction, type ReactionFact } from "@/lib/model/hosting/reaction-events";
import { recordEventFirings, type TriggeringEvent } from "./record-event-firings";
import { type NotificationEvent, recordNotification } from "./record-notification";
import type { Store } from "./store";
import { hostingChangeNumbers, receivedDeliveries, receivedReactions } from "./webhook-schema";

export const hostingChannel = "hosting_changed";
export const receivedChannel = "delivery_received";

/** The service doesn't resend deliveries older than seven days. */
const retentionMs = 8 * 24 * 60 * 60_000;
const pruneAtOnce = 1_000;
/** Held while a change is numbered and published. */
const changeLock = 7_150_010;

/** Stores a delivery for processing. False when any process already received it. */
export async function storeDelivery(
  { database }: Store,
  delivery: { id: string; type: string; body: string; receivedAt: Date },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const kept = await tx
      .insert(receivedDeliveries)
      .values(delivery)
      .onConflictDoNothing()
      .returning({ id: receivedDeliveries.id });
    if (kept.length > 0) await tx.execute(sql`select pg_notify(${receivedChannel}, '')`);
    return kept.length > 0;
  });
}

/** Unprocessed deliveries, oldest first. */
export async function pendingDeliveries({ database }: Store, limit: number): Promise<{ id: string; body: string }[]> {
  const rows = await database
    .select({ id: receivedDeliveries.id, body: receivedDeliveries.body })
    .from(receivedDeliveries)
    .where(isNotNull(receivedDeliveries.body))
    .orderBy(asc(receivedDeliveries.receivedAt))
    .limit(limit);
  return rows.flatMap(({ id, body }) => (body === null ? [] : [{ id, body }]));
}

/**
 * Marks a delivery as processed: its change is published to all processes once and its body is deleted. A known reaction
 * changes nothing.
 */
export async function completeDelivery(
  { database }: Store,
  id: string,
  {
    change,
    reaction,
    notifications,
    triggers,
  }: {
    change: HostingChange | undefined;
    reaction: ReactionFact | undefined;
    notifications?: { events: readonly NotificationEvent[]; now: Date };
    /** Events that can trigger automations. */
    triggers?: { events: readonly TriggeringEvent[]; now: Date };
  },
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${changeLock})`);
    const [row] = await tx
      .select({ body: receivedDeliveries.body })
      .from(receivedDeliveries)
      .where(eq(receivedDeliveries.id, id));
    if (!row || row.body === null) return;
    let hasChanged = true;
    if (reaction) {
      const { commentId, reactor, content, held, atMs, eventId } = reaction;
      const same = and(
        eq(receivedReactions.commentId, commentId),
        eq(receivedReactions.reactor, reactor),
        eq(receivedReactions.content, content),
      );
      const [known] = await tx.select().from(receivedReactions).where(same);
      const { isNewer, changes } = foldReaction(known, reaction);
      hasChanged = changes;
      if (isNewer) {
        await tx
          .insert(receivedReactions)
          .values(reaction)
          .onConflictDoUpdate({
            target: [receivedReactions.commentId, receivedReactions.reactor, receivedReactions.content],
            set: { held, atMs, eventId },
          });
      }
    }
    const published = hasChanged ? change : undefined;
    const changeNumber = published ? sql`nextval(${hostingChangeNumbers.seqName})` : null;
    await tx
      .update(receivedDeliveries)
      .set({ body: null, change: published ?? null, changeNumber })
      .where(eq(receivedDeliveries.id, id));
    if (published) await tx.execute(sql`select pg_notify(${hostingChannel}, '')`);
    if (notifications) for (const event of notifications.events) await recordNotification(tx, event, notifications.now);
    if (triggers) for (const event of triggers.events) await recordEventFirings(tx, event, triggers.now);
  });
}

/** Publishes a change that another source reported to all processes, once for each id. */
export async function publishChange(
  { database }: Store,
  { id, type, change, at }: { id: string; type: string; change: HostingChange; at: Date },
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${changeLock})`);
    const changeNumber = sql`nextval(${hostingChangeNumbers.seqName})`;
    await tx
      .insert(receivedDeliveries)
      .values({ id, type, receivedAt: at, body: null, change, changeNumber })
      .onConflictDoNothing();
    await tx.execute(sql`select pg_notify(${hostingChannel}, '')`);
  });
}

export interface NumberedChange {
  number: number;
  at: Date;
  change: HostingChange;
}

/** Changes after a number, in order. */
export async function changesAfter({ database }: Store, number: number, limit: number): Promise<NumberedChange[]> {
  const { changeNumber, change, receivedAt } = receivedDeliveries;
  const rows = await database
    .select({ number: changeNumber, at: receivedAt, change })
    .from(receivedDeliveries)
    .where(gt(changeNumber, number))
    .orderBy(asc(changeNumber))
    .limit(limit);
  return rows.flatMap((row) =>
    row.number === null || row.change === null ? [] : [{ number: row.number, at: row.at, change: row.change }],
  );
}

/** The number of the last change published before a time; 0 when there is none. */
export async function changeNumberBefore({ database }: Store, before: Date): Promise<number> {
  const { changeNumber, receivedAt } = receivedDeliveries;
  const [row] = await database
    .select({ last: max(changeNumber) })
    .from(receivedDeliveries)
    .where(lt(receivedAt, before));
  return row?.last ?? 0;
}

/** The number of the last published change of a pull request; 0 when there is none. */
export async function lastPullChange({ database }: Store): Promise<number> {
  const { changeNumber, change } = receivedDeliveries;
  const [row] = await database
    .select({ last: max(changeNumber) })
    .from(receivedDeliveries)
    .where(sql`${change}->>'what' = 'pull'`);
  return row?.last ?? 0;
}

/** Deletes deliveries the service can no longer resend. */
export async function pruneDeliveries({ database }: Store, now: number): Promise<void> {
  const { id, receivedAt, body } = receivedDeliveries;
  const old = new Date(now - retentionMs);
  await database.execute(sql`
    delete from ${receivedDeliveries} where ${id} in (
      select ${id} from ${receivedDeliveries} where ${receivedAt} < ${old} and ${body} is null limit ${pruneAtOnce}
    )`);
  await database.delete(receivedReactions).where(lt(receivedReactions.atMs, now - retentionMs));
}

/** When a delivery was last received, by any process. */
export async function lastReceivedAt({ database }: Store): Promise<Date | undefined> {
  const [row] = await database.select({ last: max(receivedDeliveries.receivedAt) }).from(receivedDeliveries);
  return row?.last ?? undefined;
}
