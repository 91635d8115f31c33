import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { repositories } from "../../core/store/tables/repositories";

/**
 * Lets no rule of a repository change until the answer is called: who changes one waits, so that a rule that was
 * acknowledged holds for every push that is accepted after it. Pushes do not wait for each other.
 */
export async function holdRules(db: Context["db"], repositoryId: string): Promise<() => void> {
  return new Promise((held, failed) => {
    db.transaction(async (tx) => {
      await tx.select({ id: repositories.id }).from(repositories).where(eq(repositories.id, repositoryId)).for("share");
      await new Promise<void>((over) => held(over));
      // Without a connection any more the lock is gone already.
    }).catch(failed);
  });
}
