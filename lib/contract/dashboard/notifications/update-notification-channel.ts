import { defineOperation } from "../../define-operation";
import { ChannelPath, ChannelRules, NotificationChannel } from "./notification-channel";

export const updateNotificationChannel = defineOperation({
  id: "updateNotificationChannel",
  summary: "Change what one of your channels notifies about",
  method: "PATCH",
  path: "/dashboard/notifications/channels/{id}",
  pathParams: ChannelPath,
  body: ChannelRules.partial(),
  response: NotificationChannel,
  role: "viewer",
});
