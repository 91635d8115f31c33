import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { PersonRow } from "./people";
import { people, sessions } from "./schema";
import type { Store } from "./store";

export type SessionRow = typeof sessions.$inferSelect;

/** Stores a new session. */
export async function beginSession(
  store: Store,
  session: Pick<SessionRow, "id" | "personId" | "method" | "userAgent" | "createdAt" | "expiresAt">,
): Promise<void> {
  await store.database.transaction(async (tx) => {
    await tx.insert(sessions).values(session);
    await tx.update(people).set({ lastSignInAt: session.createdAt }).where(eq(people.id, session.personId));
  });
}

/** A session with its user, regardless of their state. */
export async function findSession(
  store: Store,
  id: string,
): Promise<{ session: SessionRow; person: PersonRow } | undefined> {
  const [row] = await store.database
    .select({ session: sessions, person: people })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(eq(sessions.id, id));
  return row;
}

/** A user's active sessions, newest first. */
export async function openSessions(store: Store, personId: string, now: Date): Promise<SessionRow[]> {
  return store.database
    .select()
    .from(sessions)
    .where(and(eq(sessions.personId, personId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
}

/** Ends a session; false if it isn't an active session of that user. */
export async function endSession(store: Store, session: { id: string; personId: string }, now: Date): Promise<boolean> {
  const ended = await store.database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, session.id), eq(sessions.personId, session.personId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}
