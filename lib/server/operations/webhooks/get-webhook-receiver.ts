import { callPath } from "@/lib/contract/client-path";
import { getWebhookReceiver } from "@/lib/contract/dashboard/webhooks/get-webhook-receiver";
import { getAuthenticatedApp } from "@/lib/contract/hosting/apps/get-authenticated-app";
import { webhookReceiverUrl } from "@/lib/core/settings/webhook-receiver";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { lastReceivedAt } from "@/lib/server/db/webhooks";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import type { SigningApp } from "@/lib/server/upstream/user-tokens/app-jwt";
import { asApp } from "@/lib/server/upstream/user-tokens/installations";
import { receivingApp } from "@/lib/server/webhooks/receiving-app";

/** The app as the service stores it, read with its own JWT. */
async function describe(app: SigningApp) {
  try {
    return await callWith(asApp(dashboardService(), app), getAuthenticatedApp, {
      path: callPath(getAuthenticatedApp, {}),
    });
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

export const getWebhookReceiverOperation = implementOperation(getWebhookReceiver, async () => {
  const [own, last] = [await receivingApp(), await lastReceivedAt(await dashboardStore())];
  const app = own && (await describe(own));
  return {
    url: webhookReceiverUrl(dashboardSettings()),
    ...(own === undefined ? {} : { appId: own.id }),
    ...(app === undefined ? {} : { app }),
    ...(last === undefined ? {} : { lastReceivedAt: last.toISOString() }),
  };
});
