import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { sessions, users } from "./schema";
import type { Store } from "./store";
import type { UserRow } from "./users";

export type SessionRow = typeof sessions.$inferSelect;

/** Stores a new session. */
export async function beginSession(
  store: Store,
  session: Pick<SessionRow, "id" | "userId" | "method" | "userAgent" | "createdAt" | "expiresAt">,
): Promise<void> {
  await store.database.transaction(async (tx) => {
    await tx.insert(sessions).values(session);
    await tx.update(users).set({ lastSignInAt: session.createdAt }).where(eq(users.id, session.userId));
  });
}

/** A session with its user, regardless of their state. */
export async function findSession(
  store: Store,
  id: string,
): Promise<{ session: SessionRow; user: UserRow } | undefined> {
  const [row] = await store.database
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, id));
  return row;
}

/** A user's active sessions, newest first. */
export async function openSessions(store: Store, userId: string, now: Date): Promise<SessionRow[]> {
  return store.database
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
}

/** Ends a session; false if it isn't an active session of that user. */
export async function endSession(store: Store, session: { id: string; userId: string }, now: Date): Promise<boolean> {
  const ended = await store.database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, session.id), eq(sessions.userId, session.userId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}
