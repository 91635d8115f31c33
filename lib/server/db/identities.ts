import { and, eq } from "drizzle-orm";
import { identities, users } from "./schema";
import type { Store } from "./store";
import type { UserRow } from "./users";

/** An account at an identity provider. */
export interface Identity {
  issuer: string;
  subject: string;
}

export async function findUserByIdentity(store: Store, { issuer, subject }: Identity): Promise<UserRow | undefined> {
  const [row] = await store.database
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.user;
}

/** Links an account to a user. False if either is already linked to another. */
export async function addIdentity(store: Store, identity: Identity, userId: string, now: Date): Promise<boolean> {
  const added = await store.database
    .insert(identities)
    .values({ ...identity, userId, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  return added.length > 0;
}
