import { and, eq, lt } from "drizzle-orm";
import type { Context } from "../core/context";
import { watchSlots } from "../core/store/tables/queue";
import { serviceAccounts } from "../core/store/tables/users";

export const watchSlotNumbers = [1, 2, 3, 4] as const;
/** A slot that wasn't renewed for this long belongs to a service that died. */
const expiryMs = 60_000;

/** Acquires one of a service account's watch slots, shared by all services. Returns undefined when all are taken. */
export async function acquireWatchSlot(
  { db, clock, ids }: Pick<Context, "db" | "clock" | "ids">,
  serviceAccountId: string,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await tx
      .select({ id: serviceAccounts.id })
      .from(serviceAccounts)
      .where(eq(serviceAccounts.id, serviceAccountId))
      .for("update");
    const now = clock.now();
    const own = eq(watchSlots.serviceAccountId, serviceAccountId);
    await tx.delete(watchSlots).where(and(own, lt(watchSlots.seenAt, now - expiryMs)));
    const taken = new Set(
      (await tx.select({ slot: watchSlots.slot }).from(watchSlots).where(own)).map(({ slot }) => slot),
    );
    const slot = watchSlotNumbers.find((each) => !taken.has(each));
    if (slot === undefined) return undefined;
    const watchId = ids.uuid();
    await tx.insert(watchSlots).values({ serviceAccountId, slot, watchId, seenAt: now });
    return watchId;
  });
}

/** Frees all slots. Only safe when no other service uses the database. */
export async function clearWatchSlots({ db }: Pick<Context, "db">): Promise<void> {
  await db.delete(watchSlots);
}

export async function renewWatchSlot({ db, clock }: Pick<Context, "db" | "clock">, watchId: string): Promise<void> {
  await db.update(watchSlots).set({ seenAt: clock.now() }).where(eq(watchSlots.watchId, watchId));
}

export async function releaseWatchSlot({ db }: Pick<Context, "db">, watchId: string): Promise<void> {
  await db.delete(watchSlots).where(eq(watchSlots.watchId, watchId));
}
