import { pingWebhook } from "@/lib/contract/hosting/webhooks/ping-webhook";
import type { ResponseOf } from "@/lib/contract/operation";
import { isoTime } from "@/lib/core/clock";
import type { WithWebhookPoster } from "@/lib/core/http/post-webhook";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { type AppRow, findApp, requireAppPrincipal } from "../access/app-access";
import { signingKey } from "../signing/service-keys";
import { isAcknowledged, webhookRequest } from "./attempt-delivery";

/** Sends an app one signed delivery and waits for the response. Nothing is stored. */
export async function ping(
  context: Pick<Context, "db" | "clock" | "cipher" | "settings" | "ids"> & WithWebhookPoster,
  { id: appId, displayName, webhookUrl }: Pick<AppRow, "id" | "displayName" | "webhookUrl">,
): Promise<ResponseOf<typeof pingWebhook>> {
  const deliveryId = context.ids.typed("whd");
  const eventId = context.ids.typed("evt");
  const { headers, body } = webhookRequest(context, await signingKey(context), {
    deliveryId,
    appId,
    event: {
      id: eventId,
      type: "ping",
      eventTime: isoTime(context.clock.now()),
      payload: { app: { id: appId, displayName } },
    },
  });
  const outcome = await context.webhookPoster.post(webhookUrl, headers, body);
  return { deliveryId, eventId, delivered: isAcknowledged(outcome), responseStatusCode: outcome.statusCode ?? 0 };
}

export const pingWebhookOperation = implement(
  pingWebhook,
  async ({ principal }, context: Context & WithWebhookPoster) => {
    const app = (await findApp(context, requireAppPrincipal(principal).appId))?.app;
    if (!app?.webhookUrl) throw apiError.repohost("FailedPrecondition", "The app has no webhook URL");
    return ping(context, app);
  },
);
