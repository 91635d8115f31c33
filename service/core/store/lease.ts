import { and, type BuildColumns, eq, isNull, lt, or, type SQL } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { AnyPgColumn, PgTableWithColumns } from "drizzle-orm/pg-core";
import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { scheduleEvery } from "@/lib/core/schedule-every";
import type { leaseColumns } from "./tables/lease-columns";

type LeasedTable = PgTableWithColumns<{
  name: string;
  schema: undefined;
  dialect: "pg";
  columns: BuildColumns<string, typeof leaseColumns, "pg">;
}>;

export const noLease = { leasedBy: null, leasedUntil: null };

/**
 * Creates leases on the rows of a table: one service at a time works on a row, and another can take over once the lease has
 * expired. `key` is the column that identifies a row; `forMs` is how long a lease lasts without renewal.
 */
export function createLeases(
  { db, clock, log, instance }: { db: NodePgDatabase; clock: Clock; log: Log; instance: string },
  { table, key, forMs }: { table: LeasedTable; key: AnyPgColumn; forMs: number },
) {
  const lease = () => ({ leasedBy: instance, leasedUntil: clock.now() + forMs });
  const isHeld = (id: string) => and(eq(key, id), eq(table.leasedBy, instance));
  /** Condition: the row has no lease or an expired one. */
  const isFree = () => or(isNull(table.leasedUntil), lt(table.leasedUntil, clock.now()));

  /** Updates rows. Returns whether any matched. */
  async function update(values: Partial<typeof table.$inferInsert>, where: SQL | undefined): Promise<boolean> {
    const rows = await db.update(table).set(values).where(where).returning({ leasedBy: table.leasedBy });
    return rows.length > 0;
  }

  return {
    isFree,

    /** Claims a row that is free and matches `where`. `again` also succeeds when this service already holds the lease. */
    claim(id: string, { where, again = false }: { where?: SQL | undefined; again?: boolean }): Promise<boolean> {
      const claimable = again ? or(isFree(), eq(table.leasedBy, instance)) : isFree();
      return update(lease(), and(eq(key, id), where, claimable));
    },

    /**
     * Renews a held lease until the returned function is called. Calls `onLost` when another service took the lease over, or
     * it expired because the database was unreachable.
     */
    keep(id: string, onLost: (reason?: unknown) => void = () => {}): () => void {
      let expiresAt = clock.now() + forMs;
      const renew = async () => {
        const renewed = lease();
        const isOurs = await update(renewed, isHeld(id)).catch((error: unknown) => {
          if (clock.now() >= expiresAt) onLost(error);
          throw error;
        });
        if (!isOurs) return onLost();
        expiresAt = renewed.leasedUntil;
      };
      return scheduleEvery({ clock, log }, { everyMs: forMs / 6, failure: "couldn't renew a lease" }, renew);
    },

    async release(id: string): Promise<void> {
      await update(noLease, isHeld(id));
    },

    /** Releases the leases of all services. Only safe when no other service uses the database. */
    async releaseAll(): Promise<void> {
      await update(noLease, undefined);
    },
  };
}
