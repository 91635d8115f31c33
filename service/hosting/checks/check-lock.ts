import { sql } from "drizzle-orm";
import type { Transaction } from "../../core/store/transaction";

/** Until the transaction ends nobody else reports or re-requests checks of the commit. */
export async function lockChecks(tx: Transaction, repositoryId: string, sha: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checks ${repositoryId} ${sha}`}, 0))`);
}
