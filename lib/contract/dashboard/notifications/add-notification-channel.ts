import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { NotificationChannel } from "./notification-channel";

const url = z
  .url({ protocol: /^https?$/, error: "must be an https URL" })
  .max(2_000, "must be at most 2000 characters");

const base64url = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, "must be base64url");

export const addNotificationChannel = defineOperation({
  id: "addNotificationChannel",
  summary: "Add a notification channel: your email address, this browser, Slack or a webhook",
  method: "POST",
  path: "/dashboard/notifications/channels",
  body: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("email") }),
    z.strictObject({ kind: z.literal("slack"), url }),
    z.strictObject({ kind: z.literal("webhook"), url }),
    z.strictObject({
      kind: z.literal("push"),
      /** A `PushSubscription` of the Push API. */
      subscription: z.object({
        endpoint: url,
        keys: z.object({ p256dh: base64url(87, 87), auth: base64url(22, 22) }),
      }),
    }),
  ]),
  response: z.object({
    channel: NotificationChannel,
    /** The signing secret of a webhook (Standard Webhooks), shown once. */
    secret: z.string().optional(),
  }),
  success: 201,
  // Every user has notifications.
  role: "viewer",
  sessionOnly: true,
});
