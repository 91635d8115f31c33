import { getWebhookReceiver } from "@/lib/contract/dashboard/get-webhook-receiver";
import { webhookReceiverUrl } from "@/lib/core/settings/webhook-receiver";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { lastReceivedAt } from "@/lib/server/db/webhooks";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { receivingAppId } from "@/lib/server/webhooks/receiving-app";

export const getWebhookReceiverOperation = implementOperation(getWebhookReceiver, async () => {
  const [appId, last] = [await receivingAppId(), await lastReceivedAt(await dashboardStore())];
  return {
    url: webhookReceiverUrl(dashboardSettings()),
    ...(appId === undefined ? {} : { appId }),
    ...(last === undefined ? {} : { lastReceivedAt: last.toISOString() }),
  };
});
