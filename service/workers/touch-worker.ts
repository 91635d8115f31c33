import { eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { workers } from "../core/store/tables/pools";
import type { RegisteredWorker } from "./registration";

/** Notes a sign of life. False: the connection is stale (replaced, or dropped for its silence) and has to be closed. */
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
