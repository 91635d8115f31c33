import { sql } from "drizzle-orm";
import type { Transaction } from "../../core/store/transaction";

/** Locks a commit's checks against concurrent reports and re-requests until the transaction ends. */
export async function lockChecks(tx: Transaction, repositoryId: string, sha: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checks ${repositoryId} ${sha}`}, 0))`);
}
