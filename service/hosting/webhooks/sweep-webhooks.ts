import { lt } from "drizzle-orm";
import type { Context } from "../../core/context";
import { webhookEvents } from "../../core/store/tables/webhooks";

/** Deliveries can be listed and sent again for so long. */
export const keptMs = 7 * 24 * 60 * 60_000;

/** Removes events that are old, with their deliveries and attempts. */
export async function sweepWebhooks({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  await db.delete(webhookEvents).where(lt(webhookEvents.createdAt, clock.now() - keptMs));
}
