import { defineOperation } from "../../define-operation";
import { NotificationSchedule } from "./notification-channel";

export const setNotificationSchedule = defineOperation({
  id: "setNotificationSchedule",
  summary: "Set your quiet hours, time zone and digest",
  method: "PUT",
  path: "/dashboard/notifications/schedule",
  body: NotificationSchedule,
  response: NotificationSchedule,
  role: "viewer",
});
