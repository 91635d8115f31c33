import { redeliverAppDeliveries } from "@/lib/contract/admin/redeliver-app-deliveries";
import { implement } from "../../core/http/implement";
import { redeliver } from "./batch-redeliver-webhook-deliveries";
import { requireAppWithWebhook } from "./require-any-app";

export const redeliverAppDeliveriesOperation = implement(redeliverAppDeliveries, async ({ params, body }, context) => {
  const { id } = await requireAppWithWebhook(context, params.appId);
  return { results: await redeliver(context, id, body.deliveryIds) };
});
