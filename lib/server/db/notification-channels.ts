import { and, asc, count, eq, ne } from "drizzle-orm";
import { type ChannelRules, maxChannels } from "@/lib/contract/dashboard/notifications/notification-channel";
import { defaultSchedule, type Schedule } from "@/lib/model/notifications/schedule";
import { dashboardKeys, notificationChannels, notificationSchedules } from "./notification-schema";
import { users } from "./schema";
import type { Store } from "./store";

export type ChannelRow = typeof notificationChannels.$inferSelect;

export async function channelsOf({ database }: Store, userId: string): Promise<ChannelRow[]> {
  return database
    .select()
    .from(notificationChannels)
    .where(eq(notificationChannels.userId, userId))
    .orderBy(asc(notificationChannels.createdAt));
}

/** One of a user's channels; `undefined` if it isn't theirs. */
export async function findChannel(
  { database }: Store,
  { id, userId }: { id: string; userId: string },
): Promise<ChannelRow | undefined> {
  const [row] = await database
    .select()
    .from(notificationChannels)
    .where(and(eq(notificationChannels.id, id), eq(notificationChannels.userId, userId)));
  return row;
}

/** Adds a channel. Returns why it can't be added. */
export async function insertChannel(
  { database }: Store,
  channel: typeof notificationChannels.$inferInsert,
): Promise<ChannelRow | "known" | "full"> {
  return database.transaction(async (tx) => {
    // One channel of a user is added at a time, so that they can't exceed the limit together.
    await tx.select().from(users).where(eq(users.id, channel.userId)).for("update");
    const [existing] = await tx
      .select({ channels: count() })
      .from(notificationChannels)
      .where(and(eq(notificationChannels.userId, channel.userId), ne(notificationChannels.kind, "inbox")));
    if ((existing?.channels ?? 0) >= maxChannels) return "full";
    const [row] = await tx.insert(notificationChannels).values(channel).onConflictDoNothing().returning();
    return row ?? "known";
  });
}

export async function setChannelRules(
  { database }: Store,
  { id, userId }: { id: string; userId: string },
  changes: Partial<ChannelRules>,
): Promise<ChannelRow | undefined> {
  const [row] = await database
    .update(notificationChannels)
    // The unchanged column keeps the statement valid without changes.
    .set({ ...changes, userId })
    .where(and(eq(notificationChannels.id, id), eq(notificationChannels.userId, userId)))
    .returning();
  return row;
}

/** Deletes a channel with its unsent notifications. Returns false if it isn't the user's. */
export async function deleteChannel(
  { database }: Store,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const removed = await database
    .delete(notificationChannels)
    .where(and(eq(notificationChannels.id, id), eq(notificationChannels.userId, userId)))
    .returning({ id: notificationChannels.id });
  return removed.length > 0;
}

/** Records that a channel works, and resumes it, or why it doesn't. */
export async function saveChannelResult(
  { database }: { database: Pick<Store["database"], "update"> },
  id: string,
  result: { sentAt: Date } | { problem: string; at: Date },
): Promise<void> {
  const set =
    "sentAt" in result
      ? { lastSentAt: result.sentAt, problem: null, problemAt: null, failures: 0, pausedAt: null }
      : { problem: result.problem, problemAt: result.at };
  await database.update(notificationChannels).set(set).where(eq(notificationChannels.id, id));
}

export async function readSchedule({ database }: Store, userId: string): Promise<Schedule> {
  const [row] = await database.select().from(notificationSchedules).where(eq(notificationSchedules.userId, userId));
  return row ?? defaultSchedule;
}

export async function saveSchedule({ database }: Store, userId: string, schedule: Schedule): Promise<void> {
  await database
    .insert(notificationSchedules)
    .values({ userId, ...schedule })
    .onConflictDoUpdate({ target: notificationSchedules.userId, set: schedule });
}

/** A stored key pair; the first process to need it creates it. */
export async function readOrCreateKey(
  { database }: Store,
  name: string,
  create: () => Promise<{ publicKey: string; sealed: string }>,
): Promise<{ publicKey: string; sealed: string }> {
  const read = () => database.select().from(dashboardKeys).where(eq(dashboardKeys.name, name));
  const [known] = await read();
  if (known) return known;
  await database
    .insert(dashboardKeys)
    .values({ name, ...(await create()) })
    .onConflictDoNothing();
  const [stored] = await read();
  if (!stored) throw new Error(`couldn't store the key ${name}`);
  return stored;
}

/** Deletes a stored key, unless another process has replaced it. */
export async function deleteKey({ database }: Store, name: string, sealed: string): Promise<void> {
  await database.delete(dashboardKeys).where(and(eq(dashboardKeys.name, name), eq(dashboardKeys.sealed, sealed)));
}
