import { and, eq, gt, isNotNull, isNull, or } from "drizzle-orm";
import type { AppDelivery } from "@/lib/contract/admin/webhooks/app-delivery";
import type { WebhookDelivery } from "@/lib/contract/hosting/webhooks/webhook-delivery";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../../core/context";
import { installations } from "../../core/store/tables/apps";
import { namespaces } from "../../core/store/tables/repositories";
import { webhookAttempts, webhookDeliveries } from "../../core/store/tables/webhooks";
import { ownerBody } from "../access/owner-body";
import { coversRepository } from "./covers-repository";
import { deliveryRetentionMs } from "./sweep-webhooks";

/**
 * Deliveries visible to an app: from the last seven days and from repositories that it can access. Events about an
 * installation itself stay visible after it is deleted.
 */
export function selectDeliveries(
  { db, clock }: { db: Pick<Context["db"], "select">; clock: Context["clock"] },
  appId: string,
  where: ReturnType<typeof and>,
) {
  const isInstalled = and(
    eq(installations.appId, webhookDeliveries.appId),
    eq(installations.namespaceId, webhookDeliveries.namespaceId),
    isNull(installations.deletedAt),
  );
  const isCovered = and(isNotNull(installations.id), coversRepository(db, webhookDeliveries.repositoryId));
  return db
    .select({
      delivery: webhookDeliveries,
      attempt: webhookAttempts,
      installationId: installations.id,
      namespace: namespaces,
    })
    .from(webhookDeliveries)
    .innerJoin(namespaces, eq(namespaces.id, webhookDeliveries.namespaceId))
    .leftJoin(installations, isInstalled)
    .leftJoin(webhookAttempts, eq(webhookAttempts.id, webhookDeliveries.lastAttemptId))
    .where(
      and(
        eq(webhookDeliveries.appId, appId),
        gt(webhookDeliveries.createdAt, clock.now() - deliveryRetentionMs),
        or(isNull(webhookDeliveries.repositoryId), isCovered),
        where,
      ),
    )
    .$dynamic();
}

export type FoundDelivery = Awaited<ReturnType<typeof selectDeliveries>>[number];

export function deliveryBody({ delivery, attempt, installationId, namespace }: FoundDelivery): WebhookDelivery {
  const { id, eventId, type, createdAt, deliveredAt } = delivery;
  const target = ownerBody(namespace);
  return {
    id,
    event: { id: eventId, type },
    ...(installationId === null ? {} : { installation: { id: installationId, target } }),
    createdAt: isoTime(createdAt),
    ...(deliveredAt === null ? {} : { deliveredAt: isoTime(deliveredAt) }),
    ...(attempt === null
      ? {}
      : {
          lastAttempt: {
            id: attempt.id,
            deliveryId: id,
            trigger: attempt.trigger,
            ...(attempt.statusCode === null ? {} : { responseStatusCode: attempt.statusCode }),
            latencyMs: attempt.latencyMs,
            errorMessage: attempt.errorMessage,
            attemptedAt: isoTime(attempt.attemptedAt),
          },
        }),
  };
}

/** The same for the app's publisher, with state and next attempt. */
export function appDeliveryBody(found: FoundDelivery): AppDelivery {
  const { state, sendAt } = found.delivery;
  return { ...deliveryBody(found), state, ...(state === "pending" ? { sendAt: isoTime(sendAt) } : {}) };
}
