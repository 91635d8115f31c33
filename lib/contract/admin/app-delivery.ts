import { z } from "zod";
import { AppPath } from "../hosting/app";
import { WebhookDelivery } from "../hosting/webhook-delivery";
import { openEnum } from "../open-enum";

export const deliveryStates = ["pending", "delivered", "failed", "cancelled"] as const;

/** A delivery as the publisher of its app sees it. */
export const AppDelivery = WebhookDelivery.extend({
  /** `pending`: a send is due, waits for its time or is under way. */
  state: openEnum(deliveryStates),
  /** When the next send is due, while there is one. */
  sendAt: z.string().optional(),
});
export type AppDelivery = z.infer<typeof AppDelivery>;

const Headers = z.record(z.string(), z.string());

/** One send with all that went over the wire; of an answer the beginning is kept. */
export const AppDeliveryAttempt = z.looseObject({
  id: z.string(),
  trigger: openEnum(["automatic", "manual"]),
  url: z.string(),
  requestHeaders: Headers,
  /** Absent when no answer came. */
  responseStatusCode: z.number().int().optional(),
  responseHeaders: Headers,
  responseBody: z.string(),
  latencyMs: z.number().int(),
  /** Empty when an answer came. */
  errorMessage: z.string(),
  attemptedAt: z.string(),
});
export type AppDeliveryAttempt = z.infer<typeof AppDeliveryAttempt>;

export const AppDeliveryPath = AppPath.extend({ deliveryId: z.string() });
