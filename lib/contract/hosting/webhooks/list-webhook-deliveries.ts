import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepohostPageQuery } from "../pagination";
import { WebhookDelivery } from "./webhook-delivery";

const moment = z.iso
  .datetime({ offset: true, error: "must be a date and time such as 2026-07-01T10:03:00Z" })
  .transform((text) => Date.parse(text))
  .optional();

export const listWebhookDeliveries = defineOperation({
  id: "listWebhookDeliveries",
  summary: "List the calling app's webhook deliveries, newest first",
  method: "GET",
  path: "/v1/repohost/app/webhook/deliveries",
  query: RepohostPageQuery.extend({
    /** `false`: never acknowledged, even if no more attempts will be made. */
    delivered: z.enum(["true", "false"], "must be true or false").optional(),
    eventType: z.string().optional(),
    installationId: z.string().optional(),
    createdAfter: moment,
    createdBefore: moment,
  }),
  response: z.looseObject({ deliveries: z.array(WebhookDelivery), nextPageToken: z.string() }),
  credentials: ["app"],
  scopes: ["app:webhook_deliveries:read"],
  ambient: true,
});
