import { eq, inArray } from "drizzle-orm";
import {
  batchRedeliverWebhookDeliveries,
  type redeliveryOutcomes,
} from "@/lib/contract/hosting/webhooks/batch-redeliver-webhook-deliveries";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { notify } from "../../core/store/notifications";
import { webhookDeliveries } from "../../core/store/tables/webhooks";
import { findApp, requireAppPrincipal } from "../access/app-access";
import { selectDeliveries } from "./delivery-row";

type Outcome = (typeof redeliveryOutcomes)[number];

/** Redelivers an app's deliveries. Those waiting for a retry are sent immediately. */
export async function redeliver(
  context: Pick<Context, "db" | "clock">,
  appId: string,
  deliveryIds: readonly string[],
): Promise<{ deliveryId: string; outcome: Outcome }[]> {
  const known = await selectDeliveries(context, appId, inArray(webhookDeliveries.id, [...deliveryIds]));
  const now = context.clock.now();
  const outcomes = await context.db.transaction(async (tx) => {
    const found = new Map<string, Outcome>();
    const ids = known.map(({ delivery }) => delivery.id);
    const locked =
      ids.length === 0
        ? []
        : await tx
            .select()
            .from(webhookDeliveries)
            .where(inArray(webhookDeliveries.id, ids))
            .orderBy(webhookDeliveries.id)
            .for("update");
    for (const { id, state, leasedUntil, sendAt } of locked) {
      const isInFlight = state === "pending" && (sendAt <= now || (leasedUntil !== null && leasedUntil >= now));
      found.set(id, isInFlight ? "already_in_flight" : "queued");
      if (isInFlight) continue;
      await tx
        .update(webhookDeliveries)
        .set({ state: "pending", trigger: "manual", sendAt: now, leasedBy: null, leasedUntil: null })
        .where(eq(webhookDeliveries.id, id));
    }
    await notify(tx, "webhook", "due");
    return found;
  });
  return deliveryIds.map((deliveryId) => ({ deliveryId, outcome: outcomes.get(deliveryId) ?? "not_found" }));
}

export const batchRedeliverWebhookDeliveriesOperation = implement(
  batchRedeliverWebhookDeliveries,
  async ({ principal, body }, context) => {
    const { appId } = requireAppPrincipal(principal);
    const app = (await findApp(context, appId))?.app;
    if (!app?.webhookUrl) throw apiError.repohost("FailedPrecondition", "The app has no webhook URL");
    if (app.webhookPausedAt !== null) {
      throw apiError.repohost("FailedPrecondition", "The app's deliveries are paused; resume them first");
    }
    return { results: await redeliver(context, appId, body.deliveryIds) };
  },
);
