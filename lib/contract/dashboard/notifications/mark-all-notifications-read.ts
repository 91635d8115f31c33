import { z } from "zod";
import { defineOperation } from "../../operation";
import { NotificationId } from "./list-notifications";

export const markAllNotificationsRead = defineOperation({
  id: "markAllNotificationsRead",
  summary: "Mark a notification in your inbox and all older ones as read",
  method: "POST",
  path: "/dashboard/notifications/inbox/read-all",
  pathParams: z.object({}),
  query: z.object({}),
  body: z.strictObject({
    /** The newest to mark, so that later ones stay unread. */
    until: NotificationId,
  }),
  response: z.object({ until: z.string() }),
  family: "dashboard",
  role: "viewer",
  audited: false,
});
