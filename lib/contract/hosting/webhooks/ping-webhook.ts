import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const pingWebhook = defineOperation({
  id: "pingWebhook",
  summary: "Send a test delivery to the calling app",
  method: "POST",
  path: "/v1/repohost/app/webhook/pings",
  body: z.object({}),
  response: z.looseObject({
    deliveryId: z.string(),
    eventId: z.string(),
    /** Whether a 2xx response arrived in time. */
    delivered: z.boolean(),
    /** 0 when there was no response. */
    responseStatusCode: z.number().int(),
  }),
  credentials: ["app"],
  scopes: ["app:webhook_deliveries:write"],
  ambient: true,
});
