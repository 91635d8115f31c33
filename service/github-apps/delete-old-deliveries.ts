import { lt } from "drizzle-orm";
import type { Context } from "../core/context";
import { githubDeliveries } from "../core/store/tables/github";

/** GitHub redelivers for three days. */
const retentionMs = 7 * 24 * 60 * 60_000;

export async function deleteOldDeliveries({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  await db.delete(githubDeliveries).where(lt(githubDeliveries.receivedAt, clock.now() - retentionMs));
}
