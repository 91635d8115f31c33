import { defineOperation } from "../../define-operation";
import { AppPath } from "../../hosting/apps/app";
import { batchRedeliverWebhookDeliveries } from "../../hosting/webhooks/batch-redeliver-webhook-deliveries";

export const redeliverAppDeliveries = defineOperation({
  id: "redeliverAppDeliveries",
  summary: "Redeliver an app's webhook deliveries",
  method: "POST",
  path: "/admin/v1/apps/{appId}/webhook-deliveries:batchRedeliver",
  pathParams: AppPath,
  body: batchRedeliverWebhookDeliveries.body,
  response: batchRedeliverWebhookDeliveries.response,
  success: 202,
});
