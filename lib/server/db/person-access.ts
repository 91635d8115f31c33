import { eq } from "drizzle-orm";
import { personAccess } from "./index-schema";
import { nextChange, withChanges } from "./indexed-agents";
import type { Store } from "./store";

/** The ids of the repositories that a user can and can't read. */
export interface RepositoryAccess {
  readable: readonly string[];
  denied: readonly string[];
}

const sorted = ({ readable, denied }: RepositoryAccess) => ({
  readable: [...readable].sort(),
  denied: [...denied].sort(),
});

/** Stores what a user can read. If that differs from before, lists that their browsers loaded earlier are outdated. */
export async function savePersonAccess(store: Store, personId: string, access: RepositoryAccess): Promise<void> {
  const isPerson = eq(personAccess.personId, personId);
  const read = sorted(access);
  const [known] = await store.database.select().from(personAccess).where(isPerson);
  if (known && JSON.stringify(sorted(known)) === JSON.stringify(read)) return;
  await withChanges(store, (tx) =>
    tx
      .insert(personAccess)
      .values({ personId, ...read, change: nextChange })
      .onConflictDoUpdate({ target: personAccess.personId, set: { ...read, change: nextChange } }),
  );
}

/** The change number since which a user sees what they see now. */
export async function accessChange(store: Store, personId: string): Promise<number> {
  const [row] = await store.database
    .select({ change: personAccess.change })
    .from(personAccess)
    .where(eq(personAccess.personId, personId));
  return row?.change ?? 0;
}
