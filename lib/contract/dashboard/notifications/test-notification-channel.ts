import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { ChannelPath } from "./notification-channel";

export const testNotificationChannel = defineOperation({
  id: "testNotificationChannel",
  summary: "Send a test message to one of your channels now; a success resumes a paused channel",
  method: "POST",
  path: "/dashboard/notifications/channels/{id}/test",
  pathParams: ChannelPath,
  response: z.object({
    delivered: z.boolean(),
    /** The result as text. */
    message: z.string(),
  }),
  role: "viewer",
});
