import { z } from "zod";
import { defineOperation } from "../../operation";
import { NotificationSchedule } from "./notification-channel";

export const setNotificationSchedule = defineOperation({
  id: "setNotificationSchedule",
  summary: "Set your quiet hours, time zone and digest",
  method: "PUT",
  path: "/dashboard/notifications/schedule",
  pathParams: z.object({}),
  query: z.object({}),
  body: NotificationSchedule,
  response: NotificationSchedule,
  family: "dashboard",
  role: "viewer",
});
