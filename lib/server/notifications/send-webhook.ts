import { createHmac } from "node:crypto";
import type { Clock } from "@/lib/core/clock";
import type { PostOutcome, WebhookPoster } from "@/lib/core/http/post-webhook";
import type { AttemptResult } from "@/lib/server/db/notification-queue";
import { type Message, type SentEvent, subjectOf } from "./message";

const headers = { "content-type": "application/json", "user-agent": "Slipway-Notifications/1.0" };

/** What a response to a message means. Statuses other than 408, 425 and 429 below 500 are final. */
export function resultOf(url: string, { statusCode, errorMessage }: PostOutcome): AttemptResult {
  const { host } = new URL(url);
  if (statusCode === undefined) return { delivered: false, message: `Couldn't deliver to ${host}: ${errorMessage}.` };
  const message = `${host} responded with status ${statusCode}.`;
  if (statusCode >= 200 && statusCode < 300) return { delivered: true, message };
  const isFinal = statusCode < 500 && ![408, 425, 429].includes(statusCode);
  return { delivered: false, message, final: isFinal, gone: statusCode === 410 };
}

/** The `webhook-signature` of Standard Webhooks: HMAC-SHA256 of id, timestamp and body. */
export function signMessage(secret: string, { id, timestamp, body }: { id: string; timestamp: string; body: string }) {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/** Sends a signed message to a webhook. */
export async function sendWebhook(
  { poster, clock }: { poster: WebhookPoster; clock: Clock },
  { url, secret }: { url: string; secret: string },
  message: Message,
): Promise<AttemptResult> {
  const body = JSON.stringify({ type: "notifications", ...message });
  const timestamp = String(Math.floor(clock.now() / 1_000));
  const { id } = message;
  const signed = {
    ...headers,
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signMessage(secret, { id, timestamp, body }),
  };
  return resultOf(url, await poster.post(url, signed, body));
}

/** Slack's escapes. Without them, text could mention channels or disguise links. */
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const link = (url: string, label: string) => `<${url}|${escaped(label).replaceAll("|", "¦")}>`;

/** What an agent asks, quoted, and a link for each answer. */
function requestLines({ request }: SentEvent): string[] {
  if (!request) return [];
  const links = request.choices.flatMap(({ url, label }) => (url === undefined ? [] : [link(url, label)]));
  return [`> ${escaped(request.text)}`, ...(links.length > 0 ? [links.join("  ·  ")] : [])];
}

/** Sends a message to an incoming webhook of Slack, or of a service that accepts the same format. */
export async function sendSlack(
  { poster }: { poster: WebhookPoster },
  { url }: { url: string },
  message: Message,
): Promise<AttemptResult> {
  const entries = message.events.map((event) => {
    const { title, detail, url: page } = event;
    const first = `${link(page, title)}${detail ? ` · ${escaped(detail)}` : ""}`;
    return [first, ...requestLines(event)].join("\n");
  });
  const single = message.events.length === 1;
  const list = entries.map((entry) => `• ${entry}`).join("\n");
  const text = single ? (entries[0] ?? "") : `*${escaped(subjectOf(message))}*\n${list}`;
  // Previews would fetch the links and show their pages to everyone in the channel.
  const body = JSON.stringify({ text, unfurl_links: false });
  return resultOf(url, await poster.post(url, headers, body));
}
