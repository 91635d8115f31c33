import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createWebhookPoster } from "@/lib/core/http/post-webhook";
import { notificationChannels, notificationMessages } from "@/lib/server/db/notification-schema";
import { users } from "@/lib/server/db/schema";
import { newWebhookSecret } from "./channel-address";
import { createMailer } from "./send-email";
import { vapidKeys } from "./send-push";
import { deliverDue } from "./testing/deliver-due";
import { startNotificationBench } from "./testing/notification-bench";
import { startHttpReceiver, startMailServer, startPushService } from "./testing/receivers";

let bench: Awaited<ReturnType<typeof startNotificationBench>>;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;

beforeAll(async () => {
  bench = await startNotificationBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  receiver = await startHttpReceiver();
});
afterEach(async () => {
  await receiver.close();
  await bench.store.database.delete(users);
});

const webhook = (url = receiver.url) => ({ kind: "webhook" as const, url, secret: newWebhookSecret() });
const channelOf = async (id: string) =>
  (await bench.store.database.select().from(notificationChannels).where(eq(notificationChannels.id, id)))[0];
const messages = () => bench.store.database.select().from(notificationMessages);

describe("webhooks", () => {
  it("are signed as Standard Webhooks describes, and say what happened and where", async () => {
    const ada = await bench.user("Ada");
    const address = webhook(`${receiver.url}/hook`);
    await bench.channel(ada, address);
    await bench.happens([ada]);
    await deliverDue(bench.parts);
    const [request] = receiver.received;
    if (!request) throw new Error("nothing was received");
    const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature } = request.headers;
    const headers = { "webhook-id": `${id}`, "webhook-timestamp": `${time}`, "webhook-signature": `${signature}` };
    const text = request.body.toString("utf8");
    expect(new Webhook(address.secret).verify(text, headers)).toMatchObject({
      type: "notifications",
      id,
      events: [
        { type: "run.failed", title: "Run failed: agent not installed", url: expect.stringMatching(/agents\/bc-/) },
      ],
    });
    expect(() => new Webhook(address.secret).verify(`${text} `, headers)).toThrow();
    expect(() => new Webhook(newWebhookSecret()).verify(text, headers)).toThrow();
  });

  it("of Slack can't mention channels or disguise links", async () => {
    const ada = await bench.user("Ada");
    await bench.channel(ada, { kind: "slack", url: receiver.url });
    await bench.happens([ada], { facts: { agent: { id: "bc-1", name: "<!channel> & <https://evil.example|x>" } } });
    await deliverDue(bench.parts);
    const { text } = z.object({ text: z.string() }).parse(JSON.parse(`${receiver.received[0]?.body}`));
    expect(text).toContain("&lt;!channel&gt; &amp; &lt;https://evil.example|x&gt;");
    expect(text).toContain("<http://127.0.0.1:3000/agents/bc-1|");
  });

  it("aren't sent to private addresses, even if one was stored", async () => {
    const ada = await bench.user("Ada");
    const id = await bench.channel(ada, webhook());
    await bench.happens([ada]);
    const poster = createWebhookPoster({ clock: bench.clock, local: false });
    await deliverDue({ ...bench.parts, poster });
    expect(receiver.received).toEqual([]);
    expect((await channelOf(id))?.problem).toMatch(/the address is not public/);
  });
});

it("sends email through an SMTP server, with its sign-in and one message id", async () => {
  const server = await startMailServer();
  const ada = await bench.user("Ada");
  const id = await bench.channel(ada, { kind: "email", email: "" });
  await bench.happens([ada], { facts: { agent: { id: "bc-1", name: "a\r\nBcc: eve@x.example" } } });
  const mailer = (url: string) => createMailer({ url, from: "Slipway <slipway@x.example>" }, "https://slipway.example");
  await deliverDue({ ...bench.parts, mailer: mailer(server.url("wrong")) });
  expect((await channelOf(id))?.problem).toBe("The mail server rejected the dashboard's sign-in.");
  bench.clock.advance(60_000);
  await deliverDue({ ...bench.parts, mailer: mailer(server.url()) });
  const [message] = await messages();
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.to).toEqual([expect.stringMatching(/^ada-/)]);
  expect(server.received[0]?.text).toContain(`Message-ID: <${message?.id}@slipway.example>`);
  expect(server.received[0]?.text).not.toMatch(/^Bcc:/m);
  expect((await channelOf(id))?.problem).toBeNull();

  await bench.store.database.update(users).set({ email: "rejected@x.example" });
  bench.clock.advance(60_000);
  await bench.happens([ada]);
  await deliverDue({ ...bench.parts, mailer: mailer(server.url()) });
  expect((await channelOf(id))?.problem).toMatch(/rejected the message: 550 5.1.1 Mailbox unavailable/);
  expect((await messages()).map(({ state }) => state).sort()).toEqual(["failed", "sent"]);
  await server.close();
});

it("pushes to a browser, encrypted for it and signed with the dashboard's key, until it unsubscribes", async () => {
  const push = await startPushService();
  const ada = await bench.user("Ada");
  const id = await bench.channel(ada, { kind: "push", subscription: push.subscription });
  await bench.happens([ada]);
  await deliverDue(bench.parts);
  bench.clock.advance(60_000);
  await bench.happens([ada]);
  await deliverDue(bench.parts);
  const [first, second] = await push.read();
  expect(first?.message).toMatchObject({ title: expect.stringMatching(/^Run failed: agent not installed · Agent/) });
  expect(first).toMatchObject({
    encoding: "aes128gcm",
    ttl: "86400",
    vapid: { subject: expect.stringMatching(/^https:/) },
  });
  expect(second?.vapid.key).toBe(first?.vapid.key);

  push.respondWith(410);
  bench.clock.advance(60_000);
  await bench.happens([ada]);
  await deliverDue(bench.parts);
  expect(await channelOf(id)).toMatchObject({ problem: expect.stringMatching(/no longer subscribed/) });
  expect((await channelOf(id))?.pausedAt).not.toBeNull();
  await push.close();
});

it("replaces the key for push services after the secret has changed, in all processes", async () => {
  const keys = (secret: string) => vapidKeys(bench.store, async () => secret);
  const before = await keys("secret");
  const [first, second] = await Promise.all([keys("other"), keys("other")]);
  expect(first?.publicKey).not.toBe(before.publicKey);
  expect(second).toEqual(first);
});
