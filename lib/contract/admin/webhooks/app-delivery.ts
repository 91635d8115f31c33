import { z } from "zod";
import { AppPath } from "../../hosting/apps/app";
import { WebhookDelivery } from "../../hosting/webhooks/webhook-delivery";
import { openEnum } from "../../open-enum";

export const deliveryStates = ["pending", "delivered", "failed", "cancelled"] as const;

/** A delivery as shown to the app's publisher. */
export const AppDelivery = WebhookDelivery.extend({
  /** `pending`: an attempt is scheduled or in progress. */
  state: openEnum(deliveryStates),
  /** When the next attempt is due, if any. */
  sendAt: z.string().optional(),
});
export type AppDelivery = z.infer<typeof AppDelivery>;

const Headers = z.record(z.string(), z.string());

/** One attempt with its full request and the start of the response. */
export const AppDeliveryAttempt = z.looseObject({
  id: z.string(),
  trigger: openEnum(["automatic", "manual"]),
  url: z.string(),
  requestHeaders: Headers,
  /** Absent when there was no response. */
  responseStatusCode: z.number().int().optional(),
  responseHeaders: Headers,
  responseBody: z.string(),
  latencyMs: z.number().int(),
  /** Empty when there was a response. */
  errorMessage: z.string(),
  attemptedAt: z.string(),
});
export type AppDeliveryAttempt = z.infer<typeof AppDeliveryAttempt>;

export const AppDeliveryPath = AppPath.extend({ deliveryId: z.string() });
