import { addNotificationChannel } from "@/lib/contract/dashboard/notifications/add-notification-channel";
import { maxChannels } from "@/lib/contract/dashboard/notifications/notification-channel";
import { defaultEvents, defaultQueueMinutes } from "@/lib/contract/dashboard/notifications/notification-events";
import type { BodyOf } from "@/lib/contract/operation";
import { isPublicAddress } from "@/lib/core/http/public-address";
import { assertPublicUrl, ForbiddenAddress } from "@/lib/core/http/ssrf-guard";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { insertChannel } from "@/lib/server/db/notification-channels";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import {
  addressHash,
  type ChannelAddress,
  newWebhookSecret,
  sealAddress,
} from "@/lib/server/notifications/channel-address";
import { notificationParts } from "@/lib/server/notifications/dashboard-notifications";
import { channelBody } from "./channel-body";

function conflict(message: string): never {
  throw new OperationError({ status: 409, code: "conflict", message });
}

function rejectUrl(problem: string): never {
  throw new OperationError({ status: 400, code: "validation_error", message: `url: ${problem}`, field: "url" });
}

/** Names are resolved and checked again with each message. */
function checkUrl(text: string): void {
  const url = new URL(text);
  const local = dashboardSettings().webhookLocalReceivers;
  if (url.username || url.password) rejectUrl("must not contain a user name or password");
  if (local) return;
  if (url.protocol !== "https:") rejectUrl("must be an https URL");
  try {
    assertPublicUrl(url, isPublicAddress);
  } catch (error) {
    if (!(error instanceof ForbiddenAddress)) throw error;
    rejectUrl(error.message);
  }
}

type AddedAddress = Exclude<ChannelAddress, { kind: "inbox" }>;

function addressOf(body: BodyOf<typeof addNotificationChannel>, email: string): AddedAddress {
  switch (body.kind) {
    case "email":
      return { kind: "email", email };
    case "slack":
      checkUrl(body.url);
      return { kind: "slack", url: body.url };
    case "webhook":
      checkUrl(body.url);
      return { kind: "webhook", url: body.url, secret: newWebhookSecret() };
    case "push":
      checkUrl(body.subscription.endpoint);
      return { kind: "push", subscription: body.subscription };
  }
}

function targetOf(address: AddedAddress, browser: string): string {
  if (address.kind === "email") return address.email;
  return address.kind === "push" ? browser : new URL(address.url).host;
}

export const addNotificationChannelOperation = implementOperation(
  addNotificationChannel,
  async ({ body, user, request }) => {
    const { store, clock, service, mailer, secret } = await notificationParts();
    if (body.kind === "email" && !mailer) {
      conflict("Email isn't set up. An administrator can set SMTP_URL and SMTP_FROM.");
    }
    const address = addressOf(body, user.email);
    const userAgent = (request.headers.get("user-agent") ?? "").slice(0, 300);
    const row = await insertChannel(store, {
      id: service.ids.uuid(),
      userId: user.id,
      kind: address.kind,
      target: targetOf(address, userAgent),
      // The address of a user can change.
      sealed: address.kind === "email" ? null : await sealAddress(address, await secret()),
      addressHash: addressHash(address),
      events: defaultEvents,
      scope: "mine",
      queueMinutes: defaultQueueMinutes,
      createdAt: new Date(clock.now()),
    });
    if (row === "known") conflict("You already have a channel with this address.");
    if (row === "full") conflict(`You already have ${maxChannels} channels. Delete one and try again.`);
    return { channel: channelBody(row), ...(address.kind === "webhook" ? { secret: address.secret } : {}) };
  },
);
