import { updateNotificationChannel } from "@/lib/contract/dashboard/notifications/update-notification-channel";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { setChannelRules } from "@/lib/server/db/notification-channels";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { channelBody, channelNotFound } from "./channel-body";

export const updateNotificationChannelOperation = implementOperation(
  updateNotificationChannel,
  async ({ params, body, user }) => {
    const row = await setChannelRules(await dashboardStore(), { id: params.id, userId: user.id }, body);
    if (!row) throw channelNotFound();
    return channelBody(row);
  },
);
