import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AppPath } from "../../hosting/apps/app";
import { listWebhookDeliveries } from "../../hosting/webhooks/list-webhook-deliveries";
import { AppDelivery } from "./app-delivery";

export const listAppDeliveries = defineOperation({
  id: "listAppDeliveries",
  summary: "List an app's webhook deliveries, newest first",
  method: "GET",
  path: "/admin/v1/apps/{appId}/webhook-deliveries",
  pathParams: AppPath,
  query: listWebhookDeliveries.query,
  response: z.looseObject({
    deliveries: z.array(AppDelivery),
    nextPageToken: z.string(),
    /** Set while deliveries are paused. */
    pausedAt: z.string().optional(),
  }),
});
