import { and, asc, eq, isNull } from "drizzle-orm";
import type { Role } from "@/lib/contract/operation";
import { inboxOf } from "./inbox-notifications";
import { notificationChannels } from "./notification-schema";
import { users } from "./schema";
import type { Store } from "./store";

export type UserRow = typeof users.$inferSelect;

/** A user as the one a call is made for. */
export const userOf = ({ id, email, displayName, role }: UserRow) => ({ id, email, name: displayName, role });

export async function findUser(store: Store, id: string): Promise<UserRow | undefined> {
  const [row] = await store.database.select().from(users).where(eq(users.id, id));
  return row;
}

/** Email addresses are stored in lower case. */
export async function findUserByEmail(store: Store, email: string): Promise<UserRow | undefined> {
  const [row] = await store.database.select().from(users).where(eq(users.email, email.trim().toLowerCase()));
  return row;
}

/** Returns the oldest admin who isn't disabled. */
export async function findFirstAdmin(store: Store): Promise<UserRow | undefined> {
  const [row] = await store.database
    .select()
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.disabledAt)))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(1);
  return row;
}

/** All users, by email address. */
export async function everyone(store: Store): Promise<UserRow[]> {
  return store.database.select().from(users).orderBy(asc(users.email));
}

export async function hasUsers(store: Store): Promise<boolean> {
  const rows = await store.database.select({ id: users.id }).from(users).limit(1);
  return rows.length > 0;
}

/** Adds a user with an inbox, or returns the existing one with that email address unchanged. */
export async function addUser(
  store: Store,
  user: { id: string; email: string; displayName: string; role: Role; createdAt: Date },
): Promise<UserRow> {
  const email = user.email.trim().toLowerCase();
  await store.database.transaction(async (tx) => {
    const [added] = await tx
      .insert(users)
      .values({ ...user, email })
      .onConflictDoNothing({ target: users.email })
      .returning();
    if (added) await tx.insert(notificationChannels).values(inboxOf(added.id, added.createdAt));
  });
  const row = await findUserByEmail(store, email);
  if (!row) throw new Error(`couldn't add user ${email}`);
  return row;
}
