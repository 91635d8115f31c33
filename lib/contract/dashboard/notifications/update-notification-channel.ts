import { z } from "zod";
import { defineOperation } from "../../operation";
import { ChannelPath, ChannelRules, NotificationChannel } from "./notification-channel";

export const updateNotificationChannel = defineOperation({
  id: "updateNotificationChannel",
  summary: "Change what one of your channels notifies about",
  method: "PATCH",
  path: "/dashboard/notifications/channels/{id}",
  pathParams: ChannelPath,
  query: z.object({}),
  body: ChannelRules.partial(),
  response: NotificationChannel,
  family: "dashboard",
  role: "viewer",
});
