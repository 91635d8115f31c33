import type { Clock } from "@/lib/core/clock";
import type { WebhookPoster } from "@/lib/core/http/post-webhook";
import { addToInbox } from "@/lib/server/db/inbox-notifications";
import type { ChannelRow } from "@/lib/server/db/notification-channels";
import type { AttemptResult } from "@/lib/server/db/notification-queue";
import type { Store } from "@/lib/server/db/store";
import { type ChannelAddress, openAddress } from "./channel-address";
import type { Message } from "./message";
import type { Mailer } from "./send-email";
import { sendPush, vapidKeys } from "./send-push";
import { sendSlack, sendWebhook } from "./send-webhook";

/** Everything needed to send to all kinds of channels. */
export interface SendParts {
  store: Store;
  clock: Clock;
  poster: WebhookPoster;
  /** Undefined without SMTP settings. */
  mailer: Mailer | undefined;
  /** Origin of the dashboard. */
  webUrl: string;
  /** The secret that channels are encrypted with. */
  secret(): Promise<string>;
}

async function addressOf(parts: SendParts, channel: ChannelRow, email: string): Promise<ChannelAddress | undefined> {
  if (channel.kind === "inbox") return { kind: "inbox", userId: channel.userId };
  if (channel.sealed === null) return { kind: "email", email };
  return openAddress(channel.sealed, await parts.secret()).catch(() => undefined);
}

/** Makes one attempt to send a message to a channel of the user with this email address. Doesn't throw. */
export async function sendMessage(
  parts: SendParts,
  { channel, email }: { channel: ChannelRow; email: string },
  message: Message,
): Promise<AttemptResult> {
  const address = await addressOf(parts, channel, email);
  if (!address) {
    const why = "The channel was stored with another NEXTAUTH_SECRET. Delete it and add it again.";
    return { delivered: false, message: why, final: true };
  }
  try {
    switch (address.kind) {
      case "inbox":
        await addToInbox(parts.store, address.userId, message.events);
        return { delivered: true, message: "Added to your inbox." };
      case "email":
        if (!parts.mailer) return { delivered: false, message: "The dashboard has no SMTP settings.", final: true };
        return await parts.mailer.send(address.email, message);
      case "slack":
        return await sendSlack(parts, address, message);
      case "webhook":
        return await sendWebhook(parts, address, message);
      case "push":
        return await sendPush(parts, address, message, await vapidKeys(parts.store, parts.secret));
    }
  } catch {
    return { delivered: false, message: "The message couldn't be created for this channel." };
  }
}
