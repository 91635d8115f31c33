import { setNotificationSchedule } from "@/lib/contract/dashboard/notifications/set-notification-schedule";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { saveSchedule } from "@/lib/server/db/notification-channels";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { scheduleOf } from "./channel-body";

export const setNotificationScheduleOperation = implementOperation(setNotificationSchedule, async ({ body, user }) => {
  await saveSchedule(await dashboardStore(), user.id, scheduleOf(body));
  return body;
});
