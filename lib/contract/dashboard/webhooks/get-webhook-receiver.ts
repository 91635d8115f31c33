import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { App } from "../../hosting/apps/app";

export const getWebhookReceiver = defineOperation({
  id: "getWebhookReceiver",
  summary: "Get the dashboard's webhook receiver URL and when it last received an event",
  method: "GET",
  path: "/dashboard/webhook-receiver",
  response: z.object({
    url: z.string(),
    /** The app whose deliveries it accepts; absent when there is none. */
    appId: z.string().optional(),
    /** The app itself, because system apps aren't listed. Absent when the service is unreachable. */
    app: App.optional(),
    lastReceivedAt: z.string().optional(),
  }),
  role: "admin",
});
