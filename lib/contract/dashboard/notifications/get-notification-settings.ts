import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { NotificationChannel, NotificationSchedule } from "./notification-channel";

export const getNotificationSettings = defineOperation({
  id: "getNotificationSettings",
  summary: "Get your notification channels and their schedule",
  method: "GET",
  path: "/dashboard/notifications",
  response: z.object({
    channels: z.array(NotificationChannel),
    schedule: NotificationSchedule,
    /** Whether the dashboard can send email. */
    email: z.boolean(),
    /** The key browsers subscribe with (VAPID, RFC 8292). */
    pushKey: z.string(),
    /** False if the service sends no webhooks: events of pull requests other than opened and merged are missing. */
    hostingEvents: z.boolean(),
  }),
});
