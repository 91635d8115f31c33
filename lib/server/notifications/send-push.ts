import webPush from "web-push";
import { z } from "zod";
import type { WebhookPoster } from "@/lib/core/http/post-webhook";
import { deleteKey, readOrCreateKey } from "@/lib/server/db/notification-channels";
import type { AttemptResult } from "@/lib/server/db/notification-queue";
import type { Store } from "@/lib/server/db/store";
import { openText, sealText } from "@/lib/server/sealed-text";
import type { ChannelAddress } from "./channel-address";
import { type Message, subjectOf } from "./message";
import { resultOf } from "./send-webhook";

const keyName = "vapid";
const purpose = "slipway vapid key";
/** How long push services keep a message for a browser that is offline. */
const keepSeconds = 24 * 60 * 60;

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The keys that identify this dashboard to push services (VAPID, RFC 8292). All its processes share them. They are replaced
 * after the secret has changed; then browsers have to be added again.
 */
export async function vapidKeys(store: Store, secret: () => Promise<string>): Promise<VapidKeys> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { publicKey, sealed } = await readOrCreateKey(store, keyName, async () => {
      const created = webPush.generateVAPIDKeys();
      return { publicKey: created.publicKey, sealed: await sealText(created.privateKey, await secret(), purpose) };
    });
    const privateKey = await openText(sealed, await secret(), purpose).catch(() => undefined);
    if (privateKey !== undefined) return { publicKey, privateKey };
    await deleteKey(store, keyName, sealed);
  }
  throw new Error("the VAPID key was sealed with another secret");
}

/** Push services accept 4,096 bytes, which include those of the encryption. */
const maxPayloadBytes = 3_900;

/** What the service worker shows: `public/push-worker.js`. `actions` are buttons that open the page of their URL. */
function payloadOf(message: Message, webUrl: string): string {
  const [first, ...others] = message.events;
  const single = others.length === 0 ? first : undefined;
  const notification = { title: subjectOf(message), url: single?.url ?? new URL("/", webUrl).href, tag: message.id };
  if (!single?.request) return JSON.stringify(notification);
  const { text, choices } = single.request;
  const actions = choices.flatMap(({ label, url }) => (url === undefined ? [] : [{ title: label, url }]));
  const complete = JSON.stringify({ ...notification, body: text, actions });
  // Buttons without what they respond to would mislead.
  return Buffer.byteLength(complete) <= maxPayloadBytes ? complete : JSON.stringify(notification);
}

const Body = z.instanceof(Uint8Array);
const Headers = z.record(z.string(), z.union([z.string(), z.number()]));

/** Sends a message to a browser, encrypted for it (RFC 8291). 404 and 410 mean that it has unsubscribed. */
export async function sendPush(
  { poster, webUrl }: { poster: WebhookPoster; webUrl: string },
  { subscription }: Extract<ChannelAddress, { kind: "push" }>,
  message: Message,
  keys: VapidKeys,
): Promise<AttemptResult> {
  const payload = payloadOf(message, webUrl);
  // A contact address is required; push services only accept https URLs and email addresses.
  const subject = webUrl.startsWith("https:") ? webUrl : "https://slipway.invalid";
  const request = webPush.generateRequestDetails(subscription, payload, {
    vapidDetails: { subject, ...keys },
    TTL: keepSeconds,
    contentEncoding: "aes128gcm",
  });
  const sent = Object.entries(Headers.parse(request.headers)).map(([name, value]) => [name, String(value)]);
  const outcome = await poster.post(subscription.endpoint, Object.fromEntries(sent), Body.parse(request.body));
  const gone = outcome.statusCode === 404 || outcome.statusCode === 410;
  if (gone) return { delivered: false, message: "The browser is no longer subscribed. Add it again.", gone };
  return resultOf(subscription.endpoint, outcome);
}
