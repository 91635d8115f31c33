import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { openEnum } from "../../open-enum";

const maxIds = 100;

export const redeliveryOutcomes = ["queued", "already_in_flight", "not_found"] as const;

export const batchRedeliverWebhookDeliveries = defineOperation({
  id: "batchRedeliverWebhookDeliveries",
  summary: "Redeliver webhook deliveries",
  method: "POST",
  path: "/v1/repohost/app/webhook/deliveries:batchRedeliver",
  body: z.object({
    deliveryIds: z
      .array(z.string("must be a list of delivery ids"), "must be a list of delivery ids")
      .transform((ids) => [...new Set(ids)])
      .refine((ids) => ids.length > 0, "must contain at least one delivery id")
      .refine((ids) => ids.length <= maxIds, {
        error: `must contain at most ${maxIds} delivery ids`,
        params: { description: `1 to ${maxIds} different ids` },
      }),
  }),
  response: z.looseObject({
    results: z.array(z.looseObject({ deliveryId: z.string(), outcome: openEnum(redeliveryOutcomes) })),
  }),
  success: 202,
  credentials: ["app"],
  scopes: ["app:webhook_deliveries:write"],
  ambient: true,
});
