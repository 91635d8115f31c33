import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { NotificationId } from "./list-notifications";

export const markAllNotificationsRead = defineOperation({
  id: "markAllNotificationsRead",
  summary: "Mark a notification in your inbox and all older ones as read",
  method: "POST",
  path: "/dashboard/notifications/inbox/read-all",
  body: z.strictObject({
    /** The newest to mark, so that later ones stay unread. */
    until: NotificationId,
  }),
  response: z.object({ until: z.string() }),
  role: "viewer",
  audited: false,
});
