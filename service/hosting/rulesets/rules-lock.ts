import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { repositories } from "../../core/store/tables/repositories";

/**
 * Takes a shared lock on a repository's rules and returns a function that releases it. Rule changes wait for the lock, so
 * that a saved rule applies to every push accepted afterward. Pushes don't block each other.
 */
export async function acquireRulesLock(db: Context["db"], repositoryId: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    db.transaction(async (tx) => {
      await tx.select({ id: repositories.id }).from(repositories).where(eq(repositories.id, repositoryId)).for("share");
      await new Promise<void>((release) => resolve(release));
      // If the connection is lost, the lock is already released.
    }).catch(reject);
  });
}
