import { z } from "zod";
import { openEnum } from "../../open-enum";
import { Owner } from "../repo";

/** One event to deliver to one app (hosting contract, List Webhook Deliveries). */
export const WebhookDelivery = z.looseObject({
  /** The `webhook-id` of every attempt. */
  id: z.string(),
  event: z.looseObject({ id: z.string(), type: z.string() }),
  /** The app's current installation; absent once removed. */
  installation: z.looseObject({ id: z.string(), target: Owner }).optional(),
  createdAt: z.string(),
  /** When an attempt was first acknowledged. */
  deliveredAt: z.string().optional(),
  lastAttempt: z
    .looseObject({
      id: z.string(),
      deliveryId: z.string(),
      trigger: openEnum(["automatic", "manual"]),
      /** Absent when there was no response. */
      responseStatusCode: z.number().int().optional(),
      latencyMs: z.number().int(),
      errorMessage: z.string(),
      attemptedAt: z.string(),
    })
    .optional(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
