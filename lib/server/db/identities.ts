import { and, eq } from "drizzle-orm";
import type { PersonRow } from "./people";
import { identities, people } from "./schema";
import type { Store } from "./store";

/** An account at an identity provider. */
export interface Identity {
  issuer: string;
  subject: string;
}

export async function findPersonByIdentity(
  store: Store,
  { issuer, subject }: Identity,
): Promise<PersonRow | undefined> {
  const [row] = await store.database
    .select({ person: people })
    .from(identities)
    .innerJoin(people, eq(people.id, identities.personId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.person;
}

/** Links an account to a user. False if either is already linked to another. */
export async function addIdentity(store: Store, identity: Identity, personId: string, now: Date): Promise<boolean> {
  const added = await store.database
    .insert(identities)
    .values({ ...identity, personId, createdAt: now })
    .onConflictDoNothing()
    .returning({ personId: identities.personId });
  return added.length > 0;
}
