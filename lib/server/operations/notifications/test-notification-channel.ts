import { testNotificationChannel } from "@/lib/contract/dashboard/notifications/test-notification-channel";
import { findChannel, saveChannelResult } from "@/lib/server/db/notification-channels";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { notificationParts } from "@/lib/server/notifications/dashboard-notifications";
import { testMessage } from "@/lib/server/notifications/message";
import { sendMessage } from "@/lib/server/notifications/send-message";
import { channelNotFound } from "./channel-body";

export const testNotificationChannelOperation = implementOperation(
  testNotificationChannel,
  async ({ params: { id }, user }) => {
    const parts = await notificationParts();
    const channel = await findChannel(parts.store, { id, userId: user.id });
    if (!channel) throw channelNotFound();
    const message = testMessage(parts.service.ids.uuid(), parts.webUrl, parts.clock.now());
    const result = await sendMessage(parts, { channel, email: user.email }, message);
    const at = new Date(parts.clock.now());
    await saveChannelResult(parts.store, id, result.delivered ? { sentAt: at } : { problem: result.message, at });
    return { delivered: result.delivered, message: result.message };
  },
);
