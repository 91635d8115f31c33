import { and, asc, eq, isNull } from "drizzle-orm";
import type { Role } from "@/lib/contract/operation";
import { inboxOf } from "./inbox-notifications";
import { notificationChannels } from "./notification-schema";
import { people } from "./schema";
import type { Store } from "./store";

export type PersonRow = typeof people.$inferSelect;

/** A user as the one a call is made for. */
export const personOf = ({ id, email, displayName, role }: PersonRow) => ({ id, email, name: displayName, role });

export async function findPerson(store: Store, id: string): Promise<PersonRow | undefined> {
  const [row] = await store.database.select().from(people).where(eq(people.id, id));
  return row;
}

/** Email addresses are stored in lower case. */
export async function findPersonByEmail(store: Store, email: string): Promise<PersonRow | undefined> {
  const [row] = await store.database.select().from(people).where(eq(people.email, email.trim().toLowerCase()));
  return row;
}

/** Returns the oldest admin who isn't disabled. */
export async function findFirstAdmin(store: Store): Promise<PersonRow | undefined> {
  const [row] = await store.database
    .select()
    .from(people)
    .where(and(eq(people.role, "admin"), isNull(people.disabledAt)))
    .orderBy(asc(people.createdAt), asc(people.id))
    .limit(1);
  return row;
}

/** All users, by email address. */
export async function everyone(store: Store): Promise<PersonRow[]> {
  return store.database.select().from(people).orderBy(asc(people.email));
}

export async function hasPeople(store: Store): Promise<boolean> {
  const rows = await store.database.select({ id: people.id }).from(people).limit(1);
  return rows.length > 0;
}

/** Adds a user with an inbox, or returns the existing one with that email address unchanged. */
export async function addPerson(
  store: Store,
  person: { id: string; email: string; displayName: string; role: Role; createdAt: Date },
): Promise<PersonRow> {
  const email = person.email.trim().toLowerCase();
  await store.database.transaction(async (tx) => {
    const [added] = await tx
      .insert(people)
      .values({ ...person, email })
      .onConflictDoNothing({ target: people.email })
      .returning();
    if (added) await tx.insert(notificationChannels).values(inboxOf(added.id, added.createdAt));
  });
  const row = await findPersonByEmail(store, email);
  if (!row) throw new Error(`couldn't add user ${email}`);
  return row;
}
