import { lt } from "drizzle-orm";
import type { Context } from "../../core/context";
import { webhookEvents } from "../../core/store/tables/webhooks";

/** How long deliveries can be listed and redelivered. */
export const deliveryRetentionMs = 7 * 24 * 60 * 60_000;

/** Deletes expired events with their deliveries and attempts. */
export async function sweepWebhooks({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  await db.delete(webhookEvents).where(lt(webhookEvents.createdAt, clock.now() - deliveryRetentionMs));
}
