import { and, eq, isNull, sql } from "drizzle-orm";
import { isoTime } from "@/lib/core/clock";
import type { PostOutcome, WithWebhookPoster } from "@/lib/core/http/post-webhook";
import type { Context } from "../../core/context";
import { noLease } from "../../core/store/lease";
import { notify } from "../../core/store/notifications";
import { retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import { apps, installations } from "../../core/store/tables/apps";
import { webhookAttempts, webhookDeliveries, webhookEvents } from "../../core/store/tables/webhooks";
import type { Transaction } from "../../core/store/transaction";
import type { ServiceKey } from "../signing/service-keys";
import { coversRepository } from "./covers-repository";
import { pauseFailingApp } from "./pause-failing-app";
import { retryDelaysMs } from "./retry-delays";
import { webhookSignature } from "./sign-webhook";

type Delivery = typeof webhookDeliveries.$inferSelect;

/** The body of a delivery. */
interface Message {
  deliveryId: string;
  appId: string;
  /** Absent on a ping. */
  installationId?: string;
  event: { id: string; type: string; eventTime: string; payload: unknown };
}

/** The message sent by every attempt of a delivery. */
export function createMessage(
  { id, appId, installationId }: Pick<Delivery, "id" | "appId" | "installationId">,
  event: typeof webhookEvents.$inferSelect,
): Message {
  const { type, payload } = event;
  return {
    deliveryId: id,
    appId,
    installationId,
    event: { id: event.id, type, eventTime: isoTime(event.createdAt), payload },
  };
}

/** The request of one attempt (contract, sections 1.2 and 1.5). The timestamp is per attempt, the id per delivery. */
export function webhookRequest(
  { clock, settings }: Pick<Context, "clock" | "settings">,
  key: ServiceKey,
  message: Message,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(message);
  const timestamp = String(Math.floor(clock.now() / 1000));
  const { deliveryId: id, appId, installationId, event } = message;
  const name = settings.serviceName;
  const headers = {
    "content-type": "application/json",
    "user-agent": `${name.charAt(0).toUpperCase()}${name.slice(1)}-Repohost-Webhook/1.0`,
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": webhookSignature(key, { id, timestamp, body }),
    "webhook-event-type": event.type,
    "webhook-event-id": event.id,
    "webhook-app-id": appId,
    ...(installationId === undefined ? {} : { "webhook-installation-id": installationId }),
  };
  return { headers, body };
}

export const isAcknowledged = ({ statusCode = 0 }: PostOutcome) => statusCode >= 200 && statusCode < 300;

/** Any 4xx except 429 is a permanent failure. */
const isFinal = ({ statusCode = 0 }: PostOutcome) => statusCode >= 400 && statusCode < 500 && statusCode !== 429;

/** A delivery's new state after an attempt. */
export function afterAttempt(
  delivery: Pick<Delivery, "trigger" | "attempts" | "deliveredAt">,
  outcome: PostOutcome,
  now: number,
): Pick<Delivery, "state" | "trigger" | "attempts" | "deliveredAt"> & { sendAt?: number } {
  const attempts = delivery.attempts + (delivery.trigger === "automatic" ? 1 : 0);
  const { deliveredAt } = delivery;
  if (isAcknowledged(outcome)) {
    return { state: "delivered", trigger: "automatic", attempts, deliveredAt: deliveredAt ?? now };
  }
  // A manual redelivery continues the retry schedule rather than restarting it.
  const delay = attempts === 0 || isFinal(outcome) ? undefined : retryDelaysMs[attempts - 1];
  if (delay === undefined) return { state: "failed", trigger: "automatic", attempts, deliveredAt };
  return { state: "pending", trigger: "automatic", attempts, deliveredAt, sendAt: now + delay };
}

async function readClaimed({ db, instance }: Pick<Context, "db" | "instance">, id: string) {
  const [found] = await db
    .select({
      delivery: webhookDeliveries,
      event: webhookEvents,
      webhookUrl: apps.webhookUrl,
      isCovered: sql<boolean>`${coversRepository(db, webhookDeliveries.repositoryId)}`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .innerJoin(apps, eq(apps.id, webhookDeliveries.appId))
    .innerJoin(installations, eq(installations.id, webhookDeliveries.installationId))
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.leasedBy, instance),
        eq(webhookDeliveries.state, "pending"),
        isNull(apps.deletedAt),
      ),
    );
  return found;
}

/**
 * Makes one attempt at a delivery leased by this service and records the result. The URL is read on every attempt; the
 * delivery is canceled if the app has none, was uninstalled or suspended, or lost the repository.
 */
export async function attemptDelivery(
  context: Context & WithWebhookPoster,
  key: ServiceKey,
  id: string,
  closing: AbortSignal,
): Promise<void> {
  const { db, clock, ids, instance } = context;
  const isLeased = and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.leasedBy, instance));
  const found = await retryOnDisconnect(context, () => readClaimed(context, id));
  const shouldCancel = !found?.webhookUrl || (found.delivery.repositoryId !== null && !found.isCovered);
  if (!found || shouldCancel) {
    await db.transaction(async (tx) => {
      const isPending = eq(webhookDeliveries.state, "pending");
      await tx.update(webhookDeliveries).set({ state: "cancelled" }).where(and(isLeased, isPending));
      await tx.update(webhookDeliveries).set(noLease).where(isLeased);
      await notify(tx, "webhook", "due");
    });
    return;
  }
  const { delivery, event } = found;
  const attemptedAt = clock.now();
  const { headers, body } = webhookRequest(context, key, createMessage(delivery, event));
  const outcome = await context.webhookPoster.post(found.webhookUrl, headers, body, closing);
  if (closing.aborted && outcome.statusCode === undefined) {
    // Interrupted by shutdown, so don't count the attempt; another service will make it.
    await db.update(webhookDeliveries).set(noLease).where(isLeased);
    return;
  }
  const { latencyMs, errorMessage, responseBody, responseHeaders } = outcome;
  const url = found.webhookUrl;
  const attempt = {
    id: ids.typed("wha"),
    deliveryId: id,
    trigger: delivery.trigger,
    url,
    requestHeaders: headers,
    responseHeaders,
    statusCode: outcome.statusCode ?? null,
    latencyMs,
    errorMessage,
    responseBody,
    attemptedAt,
  };
  const recordAttempt = async (tx: Transaction) => {
    const [now] = await tx.select().from(webhookDeliveries).where(isLeased).for("update");
    const stored = await tx.insert(webhookAttempts).values(attempt).onConflictDoNothing().returning();
    // Already committed by an unconfirmed try; the delivery may be in flight again.
    if (stored.length === 0) return;
    // If canceled during the attempt, a success still counts, but there are no retries.
    const after = afterAttempt(delivery, outcome, clock.now());
    const state = now?.state === "cancelled" && after.state !== "delivered" ? ("cancelled" as const) : after.state;
    await tx
      .update(webhookDeliveries)
      .set({ ...after, state, ...noLease, lastAttemptId: attempt.id })
      .where(isLeased);
    if (state === "failed") await pauseFailingApp(tx, delivery.appId, clock.now());
    await notify(tx, "webhook", "due");
  };
  await retryOnDisconnect(context, () => db.transaction(recordAttempt));
}
