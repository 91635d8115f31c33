import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { Context } from "../core/context";

/** Condition on `pg_stat_activity`: the connection to this database waits for a lock. */
export const waitsForLock = sql`datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves once at least this many connections wait for a lock. */
export async function waitForLockWaits(db: Context["db"], count = 1): Promise<void> {
  const waiting = sql`select count(*)::int as count from pg_stat_activity where ${waitsForLock}`;
  await vi.waitFor(
    async () => {
      const { rows } = await db.execute<{ count: number }>(waiting);
      expect(rows[0]?.count).toBeGreaterThanOrEqual(count);
    },
    { timeout: 30_000, interval: 20 },
  );
}
