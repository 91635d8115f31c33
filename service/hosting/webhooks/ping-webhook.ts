import { pingWebhook } from "@/lib/contract/hosting/ping-webhook";
import type { ResponseOf } from "@/lib/contract/operation";
import { isoTime } from "@/lib/core/clock";
import type { Service } from "../../core/context";
import { implement } from "../../core/http/implement";
import { refuse } from "../../core/http/refusal";
import { type AppRow, findApp } from "../apps/app-row";
import { signingKey } from "../signing/service-keys";
import { isAcknowledged, webhookRequest } from "./attempt-delivery";

/** Sends an app one signed delivery while the caller waits; it is kept nowhere. */
export async function ping(
  service: Pick<Service, "db" | "clock" | "cipher" | "settings" | "ids" | "webhookPoster">,
  { id: appId, displayName, webhookUrl }: Pick<AppRow, "id" | "displayName" | "webhookUrl">,
): Promise<ResponseOf<typeof pingWebhook>> {
  const deliveryId = service.ids.typed("whd");
  const eventId = service.ids.typed("evt");
  const { headers, body } = webhookRequest(service, await signingKey(service), {
    deliveryId,
    appId,
    event: {
      id: eventId,
      type: "ping",
      eventTime: isoTime(service.clock.now()),
      payload: { app: { id: appId, displayName } },
    },
  });
  const outcome = await service.webhookPoster.post(webhookUrl, headers, body);
  return { deliveryId, eventId, delivered: isAcknowledged(outcome), responseStatusCode: outcome.statusCode ?? 0 };
}

export const pingWebhookOperation = implement(pingWebhook, async ({ principal }, service) => {
  if (principal.kind !== "app") throw refuse.repohost("PermissionDenied", "This needs a JWT of an app");
  const app = (await findApp(service, principal.appId))?.app;
  if (!app?.webhookUrl) throw refuse.repohost("FailedPrecondition", "The app has no webhook URL");
  return ping(service, app);
});
