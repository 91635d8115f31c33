import { listAppDeliveries } from "@/lib/contract/admin/webhooks/list-app-deliveries";
import { isoTime } from "@/lib/core/clock";
import { implement } from "../../core/http/implement";
import { appDeliveryBody } from "./delivery-row";
import { pageOfDeliveries } from "./list-webhook-deliveries";
import { requireAnyApp } from "./require-any-app";

export const listAppDeliveriesOperation = implement(listAppDeliveries, async ({ params, query }, context) => {
  const { id, webhookPausedAt } = await requireAnyApp(context, params.appId);
  const { rows, nextPageToken } = await pageOfDeliveries(context, id, query);
  const paused = webhookPausedAt === null ? {} : { pausedAt: isoTime(webhookPausedAt) };
  return { deliveries: rows.map(appDeliveryBody), nextPageToken, ...paused };
});
