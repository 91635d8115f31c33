import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { apiTokens, sessions, users } from "./schema";
import type { Store } from "./store";
import type { UserRow } from "./users";

export type UserChange = Partial<Pick<UserRow, "displayName" | "role">> & { disabled?: boolean | undefined };

/**
 * Updates a user. `unknown`: user not found. `last_admin`: no enabled admin would remain, and nothing was changed. Locking
 * serializes two admins who demote each other at the same time.
 */
export async function changeUser(
  store: Store,
  id: string,
  change: UserChange,
  now: Date,
): Promise<UserRow | "unknown" | "last_admin"> {
  return store.database.transaction(async (tx) => {
    const admins = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, "admin"), isNull(users.disabledAt)))
      .orderBy(asc(users.id))
      .for("update");
    const [known] = await tx.select().from(users).where(eq(users.id, id)).for("update");
    if (!known) return "unknown";
    const { disabled, ...values } = change;
    const disabledAt = disabled === undefined ? known.disabledAt : disabled ? (known.disabledAt ?? now) : null;
    const role = values.role ?? known.role;
    const wasAdmin = known.role === "admin" && known.disabledAt === null;
    const staysAdmin = role === "admin" && disabledAt === null;
    if (wasAdmin && !staysAdmin && admins.every((admin) => admin.id === id)) return "last_admin";
    const [changed] = await tx
      .update(users)
      .set({ ...values, disabledAt })
      .where(eq(users.id, id))
      .returning();
    return changed ?? "unknown";
  });
}

/**
 * Ends all sessions of a user and revokes their API tokens. Returns the number of sessions; `undefined` when the user isn't
 * found.
 */
export async function endAllSessions(store: Store, userId: string, now: Date): Promise<number | undefined> {
  return store.database.transaction(async (tx) => {
    const known = await tx
      .update(users)
      .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(eq(users.id, userId))
      .returning({ id: users.id });
    if (known.length === 0) return undefined;
    await tx
      .update(apiTokens)
      .set({ revokedAt: now })
      .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)));
    const ended = await tx
      .update(sessions)
      .set({ endedAt: now })
      .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
      .returning({ expiresAt: sessions.expiresAt });
    return ended.filter(({ expiresAt }) => expiresAt > now).length;
  });
}
