import { redeliverAppDeliveries } from "@/lib/contract/admin/redeliver-app-deliveries";
import { implement } from "../../core/http/implement";
import { redeliver } from "./batch-redeliver-webhook-deliveries";
import { reachableApp } from "./known-app";

export const redeliverAppDeliveriesOperation = implement(redeliverAppDeliveries, async ({ params, body }, service) => {
  const { id } = await reachableApp(service, params.appId);
  return { results: await redeliver(service, id, body.deliveryIds) };
});
