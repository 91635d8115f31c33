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
 * Leases on the rows of a table: one service at a time works on a row, and another may take over when its lease has
 * expired. `key` is the column that identifies a row, `forMs` how long a lease lasts without renewal.
 */
export function createLeases(
  { db, clock, log, instance }: { db: NodePgDatabase; clock: Clock; log: Log; instance: string },
  { table, key, forMs }: { table: LeasedTable; key: AnyPgColumn; forMs: number },
) {
  const lease = () => ({ leasedBy: instance, leasedUntil: clock.now() + forMs });
  const isHeld = (id: string) => and(eq(key, id), eq(table.leasedBy, instance));
  /** The condition that a row's lease is free or has expired. */
  const isFree = () => or(isNull(table.leasedUntil), lt(table.leasedUntil, clock.now()));

  /** Updates rows and answers whether there was one. */
  async function update(values: Partial<typeof table.$inferInsert>, where: SQL | undefined): Promise<boolean> {
    const rows = await db.update(table).set(values).where(where).returning({ leasedBy: table.leasedBy });
    return rows.length > 0;
  }

  return {
    isFree,

    /** Claims a row whose lease is free and that meets `where`. `again`: a claim of this service is no obstacle. */
    claim(id: string, { where, again = false }: { where?: SQL | undefined; again?: boolean }): Promise<boolean> {
      const claimable = again ? or(isFree(), eq(table.leasedBy, instance)) : isFree();
      return update(lease(), and(eq(key, id), where, claimable));
    },

    /**
     * Renews a held lease until the returned function is called. `onLost` is called when the lease belongs to another
     * service, or has expired because the database could not be reached.
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
      return scheduleEvery({ clock, log }, { everyMs: forMs / 6, failure: "a lease was not renewed" }, renew);
    },

    async release(id: string): Promise<void> {
      await update(noLease, isHeld(id));
    },

    /** Releases the leases of every service. Only for one that starts alone on its data. */
    async releaseAll(): Promise<void> {
      await update(noLease, undefined);
    },
  };
}
