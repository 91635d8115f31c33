import { redeliverAppDeliveries } from "@/lib/contract/admin/webhooks/redeliver-app-deliveries";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { redeliver } from "./batch-redeliver-webhook-deliveries";
import { requireAppWithWebhook } from "./require-any-app";

export const redeliverAppDeliveriesOperation = implement(redeliverAppDeliveries, async ({ params, body }, context) => {
  const { id, webhookPausedAt } = await requireAppWithWebhook(context, params.appId);
  if (webhookPausedAt !== null) {
    throw apiError.agents(409, "deliveries_paused", "The app's deliveries are paused; resume them first");
  }
  return { results: await redeliver(context, id, body.deliveryIds) };
});
