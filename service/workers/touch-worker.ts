import { eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { workers } from "../core/store/tables/pools";
import type { RegisteredWorker } from "./registration";

/** Updates a worker's last-seen time. Returns false if the connection is stale (replaced or timed out) and must be closed. */
export async function touchWorker(
  { db, clock }: Pick<Context, "db" | "clock">,
  { connectionId }: RegisteredWorker,
): Promise<boolean> {
  const touched = await db
    .update(workers)
    .set({ lastSeenAt: clock.now() })
    .where(eq(workers.connectionId, connectionId))
    .returning({ id: workers.id });
  return touched.length > 0;
}
