import { and, eq, lt } from "drizzle-orm";
import type { Context } from "../core/context";
import { serviceAccounts } from "../core/store/tables/people";
import { watchPlaces } from "../core/store/tables/queue";

const places = [1, 2, 3, 4] as const;
/** A place that was not renewed for so long belonged to a service that is gone. */
const lapseMs = 60_000;

/** A place among the watches a service account may have open, over all services; `undefined` when all are taken. */
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
    const own = eq(watchPlaces.serviceAccountId, serviceAccountId);
    await tx.delete(watchPlaces).where(and(own, lt(watchPlaces.seenAt, now - lapseMs)));
    const taken = new Set(
      (await tx.select({ place: watchPlaces.place }).from(watchPlaces).where(own)).map(({ place }) => place),
    );
    const place = places.find((each) => !taken.has(each));
    if (place === undefined) return undefined;
    const watchId = ids.uuid();
    await tx.insert(watchPlaces).values({ serviceAccountId, place, watchId, seenAt: now });
    return watchId;
  });
}

/** After a start without any other service: whoever had a place is gone. */
export async function clearWatchSlots({ db }: Pick<Context, "db">): Promise<void> {
  await db.delete(watchPlaces);
}

export async function renewWatchSlot({ db, clock }: Pick<Context, "db" | "clock">, watchId: string): Promise<void> {
  await db.update(watchPlaces).set({ seenAt: clock.now() }).where(eq(watchPlaces.watchId, watchId));
}

export async function releaseWatchSlot({ db }: Pick<Context, "db">, watchId: string): Promise<void> {
  await db.delete(watchPlaces).where(eq(watchPlaces.watchId, watchId));
}
