import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { ChannelPath } from "./notification-channel";

export const deleteNotificationChannel = defineOperation({
  id: "deleteNotificationChannel",
  summary: "Delete one of your notification channels",
  method: "DELETE",
  path: "/dashboard/notifications/channels/{id}",
  pathParams: ChannelPath,
  response: z.object({ id: z.string() }),
  role: "viewer",
});
