import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { PersonRow } from "./people";
import { apiTokens, people, sessions } from "./schema";
import type { Store } from "./store";

export type PersonChange = Partial<Pick<PersonRow, "displayName" | "role">> & { disabled?: boolean | undefined };

/**
 * Updates a user. `unknown`: user not found. `last_admin`: no enabled admin would remain, and nothing was changed. Locking
 * serializes two admins who demote each other at the same time.
 */
export async function changePerson(
  store: Store,
  id: string,
  change: PersonChange,
  now: Date,
): Promise<PersonRow | "unknown" | "last_admin"> {
  return store.database.transaction(async (tx) => {
    const admins = await tx
      .select({ id: people.id })
      .from(people)
      .where(and(eq(people.role, "admin"), isNull(people.disabledAt)))
      .orderBy(asc(people.id))
      .for("update");
    const [known] = await tx.select().from(people).where(eq(people.id, id)).for("update");
    if (!known) return "unknown";
    const { disabled, ...values } = change;
    const disabledAt = disabled === undefined ? known.disabledAt : disabled ? (known.disabledAt ?? now) : null;
    const role = values.role ?? known.role;
    const wasAdmin = known.role === "admin" && known.disabledAt === null;
    const staysAdmin = role === "admin" && disabledAt === null;
    if (wasAdmin && !staysAdmin && admins.every((admin) => admin.id === id)) return "last_admin";
    const [changed] = await tx
      .update(people)
      .set({ ...values, disabledAt })
      .where(eq(people.id, id))
      .returning();
    return changed ?? "unknown";
  });
}

/**
 * Ends all sessions of a user and revokes their API tokens. Returns the number of sessions; `undefined` when the user isn't
 * found.
 */
export async function endAllSessions(store: Store, personId: string, now: Date): Promise<number | undefined> {
  return store.database.transaction(async (tx) => {
    const known = await tx
      .update(people)
      .set({ sessionVersion: sql`${people.sessionVersion} + 1` })
      .where(eq(people.id, personId))
      .returning({ id: people.id });
    if (known.length === 0) return undefined;
    await tx
      .update(apiTokens)
      .set({ revokedAt: now })
      .where(and(eq(apiTokens.personId, personId), isNull(apiTokens.revokedAt)));
    const ended = await tx
      .update(sessions)
      .set({ endedAt: now })
      .where(and(eq(sessions.personId, personId), isNull(sessions.endedAt)))
      .returning({ expiresAt: sessions.expiresAt });
    return ended.filter(({ expiresAt }) => expiresAt > now).length;
  });
}
