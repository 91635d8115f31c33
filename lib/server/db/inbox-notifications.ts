import { and, count, desc, eq, inArray, isNull, lt, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import {
  defaultEvents,
  defaultQueueMinutes,
  type NotificationEventType,
} from "@/lib/contract/dashboard/notifications/notification-events";
import { type AgentScope, inScope } from "./agent-scope";
import { agents } from "./index-schema";
import { inboxNotifications, notificationChannels } from "./notification-schema";
import { users } from "./schema";
import type { Store } from "./store";

/** The newest notifications of a user that are kept. */
const maxKept = 500;

export type InboxRow = typeof inboxNotifications.$inferSelect;

/** The channel that every user has. */
export const inboxOf = (userId: string, createdAt: Date): typeof notificationChannels.$inferInsert => ({
  id: crypto.randomUUID(),
  userId,
  kind: "inbox",
  target: "",
  addressHash: "inbox",
  createdAt,
  events: defaultEvents,
  scope: "mine",
  queueMinutes: defaultQueueMinutes,
});

/** Adds an inbox for each user who has none: those of a database of an earlier version. They receive what happens after `now`. */
export async function addMissingInboxes({ database }: Store, now: Date): Promise<void> {
  const { userId, kind } = notificationChannels;
  const without = await database
    .select()
    .from(users)
    .where(
      notExists(
        database
          .select()
          .from(notificationChannels)
          .where(and(eq(userId, users.id), eq(kind, "inbox"))),
      ),
    );
  if (without.length > 0)
    await database
      .insert(notificationChannels)
      .values(without.map(({ id }) => inboxOf(id, now)))
      .onConflictDoNothing();
}

/** What is added to an inbox. `at`: ISO 8601. `url`: the page in the dashboard. `pullRequest`: `owner/name/number`. */
interface AddedEvent {
  id: string;
  type: NotificationEventType | "test";
  at: string;
  title: string;
  detail: string;
  url: string;
  agentId?: string;
  pullRequest?: string;
  request?: { text: string };
}

function pathIn(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return `${pathname}${search}${hash}`;
}

/** Adds events to a user's inbox, each once, and deletes what exceeds the notifications that are kept. */
export async function addToInbox({ database }: Store, userId: string, events: readonly AddedEvent[]): Promise<void> {
  const rows = events.map(({ id, type, at, title, detail, url, agentId, pullRequest, request }) => ({
    userId,
    eventId: id,
    type,
    at: new Date(at),
    title,
    path: pathIn(url),
    detail: [request?.text, detail].filter(Boolean).join(" · "),
    ...(agentId === undefined ? { repository: pullRequest?.replace(/\/[^/]*$/, "") } : { agentId }),
  }));
  const mine = eq(inboxNotifications.userId, userId);
  await database.transaction(async (tx) => {
    await tx.insert(inboxNotifications).values(rows).onConflictDoNothing();
    const oldest = tx
      .select({ id: inboxNotifications.id })
      .from(inboxNotifications)
      .where(mine)
      .orderBy(desc(inboxNotifications.id))
      .offset(maxKept)
      .limit(1);
    await tx.delete(inboxNotifications).where(and(mine, lte(inboxNotifications.id, sql`(${oldest})`)));
  });
}

/** A user's notifications, except about agents that they can't see or that were deleted. */
function visible({ userId, scope }: Reader): SQL | undefined {
  const agent = sql`exists (select from ${agents} where ${agents.id} = ${inboxNotifications.agentId} and ${inScope(scope)})`;
  return and(eq(inboxNotifications.userId, userId), or(isNull(inboxNotifications.agentId), agent));
}

/** The user who reads their inbox. */
interface Reader {
  userId: string;
  scope: AgentScope;
}

/** A user's notifications, newest first, before `before`. */
export async function readInbox(
  { database }: Store,
  { unread, before, limit, ...reader }: Reader & { unread: boolean; before: bigint | undefined; limit: number },
): Promise<InboxRow[]> {
  return database
    .select()
    .from(inboxNotifications)
    .where(
      and(
        visible(reader),
        unread ? isNull(inboxNotifications.readAt) : undefined,
        before === undefined ? undefined : lt(inboxNotifications.id, before),
      ),
    )
    .orderBy(desc(inboxNotifications.id))
    .limit(limit);
}

export async function countUnread({ database }: Store, reader: Reader): Promise<number> {
  const [row] = await database
    .select({ unread: count() })
    .from(inboxNotifications)
    .where(and(visible(reader), isNull(inboxNotifications.readAt)));
  return row?.unread ?? 0;
}

/** Marks some of a user's notifications as read at `now`, or as unread. */
export async function markNotificationRows(
  { database }: Store,
  { userId, ids, read, now }: { userId: string; ids: readonly bigint[]; read: boolean; now: Date },
): Promise<void> {
  await database
    .update(inboxNotifications)
    .set({ readAt: read ? now : null })
    .where(
      and(
        eq(inboxNotifications.userId, userId),
        inArray(inboxNotifications.id, [...ids]),
        read ? isNull(inboxNotifications.readAt) : undefined,
      ),
    );
}

/** Marks a user's notifications as read, up to and including `until`. */
export async function markAllRead(
  { database }: Store,
  { userId, until, now }: { userId: string; until: bigint; now: Date },
): Promise<void> {
  const { id, readAt } = inboxNotifications;
  await database
    .update(inboxNotifications)
    .set({ readAt: now })
    .where(and(eq(inboxNotifications.userId, userId), lte(id, until), isNull(readAt)));
}

export async function deleteInboxNotifications({ database }: Pick<Store, "database">, before: Date): Promise<void> {
  await database.delete(inboxNotifications).where(lt(inboxNotifications.at, before));
}
