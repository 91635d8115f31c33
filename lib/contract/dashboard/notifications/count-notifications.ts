import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const countNotifications = defineOperation({
  id: "countNotifications",
  summary: "Count the unread notifications in your inbox",
  method: "GET",
  path: "/dashboard/notifications/inbox/count",
  response: z.object({ unread: z.number().int() }),
});
