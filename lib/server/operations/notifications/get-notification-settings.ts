import { getNotificationSettings } from "@/lib/contract/dashboard/notifications/get-notification-settings";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { channelsOf, readSchedule } from "@/lib/server/db/notification-channels";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { notificationParts } from "@/lib/server/notifications/dashboard-notifications";
import { vapidKeys } from "@/lib/server/notifications/send-push";
import { channelBody, scheduleBody } from "./channel-body";

export const getNotificationSettingsOperation = implementOperation(getNotificationSettings, async ({ user }) => {
  const { store, mailer, secret } = await notificationParts();
  const { serviceUrl, repohostApp } = dashboardSettings();
  return {
    channels: (await channelsOf(store, user.id)).map(channelBody),
    schedule: scheduleBody(await readSchedule(store, user.id)),
    email: mailer !== undefined,
    pushKey: (await vapidKeys(store, secret)).publicKey,
    hostingEvents: serviceUrl === undefined || repohostApp !== undefined,
  };
});
