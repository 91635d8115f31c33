import { z } from "zod";
import { openEnum } from "../open-enum";
import { Owner } from "./repo";

/** One event that is owed to one app (hosting contract, List Webhook Deliveries). */
export const WebhookDelivery = z.looseObject({
  /** The `webhook-id` of every attempt. */
  id: z.string(),
  event: z.looseObject({ id: z.string(), type: z.string() }),
  /** The app's installation of today; absent once it is removed. */
  installation: z.looseObject({ id: z.string(), target: Owner }).optional(),
  createdAt: z.string(),
  /** The first acknowledgement of any attempt. */
  deliveredAt: z.string().optional(),
  lastAttempt: z
    .looseObject({
      id: z.string(),
      deliveryId: z.string(),
      trigger: openEnum(["automatic", "manual"]),
      /** Absent when no answer came. */
      responseStatusCode: z.number().int().optional(),
      latencyMs: z.number().int(),
      errorMessage: z.string(),
      attemptedAt: z.string(),
    })
    .optional(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
