import { sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Store } from "./store";

/** What a user did with pull requests is forgotten after this time. */
const retentionMs = 180 * 86_400_000;

interface UserRows {
  userId: AnyPgColumn;
  at: AnyPgColumn;
  /** How many rows a user can have. */
  limit: number;
}

/** Deletes a user's rows that are older than the retention, and the oldest ones beyond the limit. */
export async function deleteOldRows(
  tx: Pick<Store["database"], "execute">,
  { userId, at, limit }: UserRows,
  user: string,
  now: Date,
): Promise<void> {
  const outdated = new Date(now.getTime() - retentionMs);
  // `greatest` ignores null, the result for a user with fewer rows.
  await tx.execute(sql`
    delete from ${at.table} where ${userId} = ${user} and ${at} < greatest(${outdated}::timestamptz, (
      select ${at} from ${at.table} where ${userId} = ${user} order by ${at} desc offset ${limit - 1} limit 1))`);
}
