import { eq } from "drizzle-orm";
import { userAccess } from "./index-schema";
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
export async function saveUserAccess(store: Store, userId: string, access: RepositoryAccess): Promise<void> {
  const isUser = eq(userAccess.userId, userId);
  const read = sorted(access);
  const [known] = await store.database.select().from(userAccess).where(isUser);
  if (known && JSON.stringify(sorted(known)) === JSON.stringify(read)) return;
  await withChanges(store, (tx) =>
    tx
      .insert(userAccess)
      .values({ userId, ...read, change: nextChange })
      .onConflictDoUpdate({ target: userAccess.userId, set: { ...read, change: nextChange } }),
  );
}

/** The change number since which a user sees what they see now. */
export async function accessChange(store: Store, userId: string): Promise<number> {
  const [row] = await store.database
    .select({ change: userAccess.change })
    .from(userAccess)
    .where(eq(userAccess.userId, userId));
  return row?.change ?? 0;
}
