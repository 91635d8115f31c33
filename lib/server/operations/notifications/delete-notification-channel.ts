import { deleteNotificationChannel } from "@/lib/contract/dashboard/notifications/delete-notification-channel";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { deleteChannel, findChannel } from "@/lib/server/db/notification-channels";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { channelNotFound } from "./channel-body";

export const deleteNotificationChannelOperation = implementOperation(
  deleteNotificationChannel,
  async ({ params: { id }, user }) => {
    const store = await dashboardStore();
    const channel = await findChannel(store, { id, userId: user.id });
    if (channel?.kind === "inbox") {
      const message = "The inbox can't be deleted. Change what it notifies you about.";
      throw new OperationError({ status: 409, code: "conflict", message });
    }
    if (!(await deleteChannel(store, { id, userId: user.id }))) throw channelNotFound();
    return { id };
  },
);
