import { z } from "zod";
import { defineOperation } from "../../operation";

export const countNotifications = defineOperation({
  id: "countNotifications",
  summary: "Count the unread notifications in your inbox",
  method: "GET",
  path: "/dashboard/notifications/inbox/count",
  pathParams: z.object({}),
  query: z.object({}),
  response: z.object({ unread: z.number().int() }),
  family: "dashboard",
});
