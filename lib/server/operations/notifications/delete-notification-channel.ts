import { deleteNotificationChannel } from "@/lib/contract/dashboard/delete-notification-channel";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { deleteChannel } from "@/lib/server/db/notification-channels";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { channelNotFound } from "./channel-body";

export const deleteNotificationChannelOperation = implementOperation(
  deleteNotificationChannel,
  async ({ params: { id }, person }) => {
    if (!(await deleteChannel(await dashboardStore(), { id, personId: person.id }))) throw channelNotFound();
    return { id };
  },
);
