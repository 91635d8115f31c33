import { and, countDistinct, eq, gte, isNull, lt } from "drizzle-orm";
import { apps } from "../../core/store/tables/apps";
import { webhookAttempts, webhookDeliveries } from "../../core/store/tables/webhooks";
import type { Transaction } from "../../core/store/transaction";

export const failureWindowMs = 72 * 60 * 60 * 1_000;
export const maxFailedDeliveries = 20;

/**
 * Pauses an app's deliveries if its receiver failed at least 20 deliveries, retries included, within 72 hours, without a
 * success, for installations in more than one namespace (contract, section 1.6).
 */
export async function pauseFailingApp(tx: Transaction, appId: string, now: number): Promise<void> {
  const since = now - failureWindowMs;
  const attempted = tx
    .select({
      deliveries: countDistinct(webhookDeliveries.id),
      namespaces: countDistinct(webhookDeliveries.namespaceId),
    })
    .from(webhookDeliveries);
  const recent = and(eq(webhookDeliveries.appId, appId), gte(webhookAttempts.attemptedAt, since));
  const [failed] = await attempted
    .innerJoin(webhookAttempts, eq(webhookAttempts.id, webhookDeliveries.lastAttemptId))
    .where(and(recent, eq(webhookDeliveries.state, "failed")));
  if (!failed || failed.deliveries < maxFailedDeliveries || failed.namespaces < 2) return;
  const [success] = await tx
    .select({ id: webhookAttempts.id })
    .from(webhookAttempts)
    .innerJoin(webhookDeliveries, eq(webhookDeliveries.id, webhookAttempts.deliveryId))
    .where(and(recent, gte(webhookAttempts.statusCode, 200), lt(webhookAttempts.statusCode, 300)))
    .limit(1);
  if (success) return;
  await tx
    .update(apps)
    .set({ webhookPausedAt: now })
    .where(and(eq(apps.id, appId), isNull(apps.webhookPausedAt)));
}
