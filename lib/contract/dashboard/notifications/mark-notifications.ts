import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { NotificationId } from "./list-notifications";

const maxIds = 100;

export const markNotifications = defineOperation({
  id: "markNotifications",
  summary: "Mark notifications in your inbox as read or unread",
  method: "POST",
  path: "/dashboard/notifications/inbox/marks",
  body: z.strictObject({
    ids: z.array(NotificationId).min(1, "must not be empty").max(maxIds, `must contain at most ${maxIds} ids`),
    read: z.boolean(),
  }),
  response: z.object({ ids: z.array(z.string()) }),
  // Every user has an inbox, and it changes nothing else.
  role: "viewer",
  audited: false,
});
