import { getWebhookReceiver } from "@/lib/contract/dashboard/get-webhook-receiver";
import { ownReceiverUrl } from "@/lib/settings/own-receiver";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { lastReceivedAt } from "@/lib/store/webhooks";
import { dashboardSettings } from "@/lib/upstream/dashboard-settings";
import { answerWith } from "@/lib/upstream/own-operation";
import { receivingAppId } from "@/lib/webhooks/receiving-app";

export const getWebhookReceiverOperation = answerWith(getWebhookReceiver, async () => {
  const [appId, last] = [await receivingAppId(), await lastReceivedAt(await dashboardStore())];
  return {
    url: ownReceiverUrl(dashboardSettings()),
    ...(appId === undefined ? {} : { appId }),
    ...(last === undefined ? {} : { lastReceivedAt: last.toISOString() }),
  };
});
