import { listAppDeliveries } from "@/lib/contract/admin/list-app-deliveries";
import { implement } from "../../core/http/implement";
import { appDeliveryBody } from "./delivery-row";
import { knownApp } from "./known-app";
import { pageOfDeliveries } from "./list-webhook-deliveries";

export const listAppDeliveriesOperation = implement(listAppDeliveries, async ({ params, query }, service) => {
  const { id } = await knownApp(service, params.appId);
  const { rows, nextPageToken } = await pageOfDeliveries(service, id, query);
  return { deliveries: rows.map(appDeliveryBody), nextPageToken };
});
