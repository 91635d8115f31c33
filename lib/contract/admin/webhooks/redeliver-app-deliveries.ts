import { NoQuery } from "../../agents/pagination";
import { AppPath } from "../../hosting/apps/app";
import { batchRedeliverWebhookDeliveries } from "../../hosting/webhooks/batch-redeliver-webhook-deliveries";
import { defineOperation } from "../../operation";

export const redeliverAppDeliveries = defineOperation({
  id: "redeliverAppDeliveries",
  summary: "Redeliver an app's webhook deliveries",
  method: "POST",
  path: "/admin/v1/apps/{appId}/webhook-deliveries:batchRedeliver",
  pathParams: AppPath,
  query: NoQuery,
  body: batchRedeliverWebhookDeliveries.body,
  response: batchRedeliverWebhookDeliveries.response,
  success: 202,
  family: "admin",
  role: "admin",
});
