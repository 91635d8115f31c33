import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/core/clock";
import { type Receiver, startReceiver } from "@/service/hosting/webhooks/testing/webhook-fixture";
import { createWebhookPoster } from "./post-webhook";

let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const body = JSON.stringify({
  deliveryId: "whd_1",
  appId: "app_1",
  event: { id: "e", type: "t", eventTime: "", payload: {} },
});
const port = () => new URL(receiver.url).port;
const notPublic = "the address is not public";

describe("createWebhookPoster", () => {
  it("rejects local and private addresses in any notation", async () => {
    const poster = createWebhookPoster({ clock: systemClock, local: false });
    for (const host of [
      "127.0.0.1",
      "0x7f.1",
      "2130706433",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "10.0.0.1",
      "169.254.169.254",
    ]) {
      const { errorMessage, statusCode } = await poster.post(`http://${host}:${port()}/`, {}, body);
      expect([host, errorMessage, statusCode]).toEqual([host, notPublic, undefined]);
    }
    expect(receiver.received).toEqual([]);
  });

  it("rejects names with any non-public address, and ports of other services", async () => {
    const resolve = async () => [
      { address: "192.0.0.1", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    const poster = createWebhookPoster({ clock: systemClock, local: false, resolve });
    const named = await poster.post(`http://receiver.example.com:${port()}/`, {}, body);
    expect(named.errorMessage).toBe("receiver.example.com doesn't resolve to public addresses only");
    expect((await poster.post("http://receiver.example.com:25/", {}, body)).errorMessage).toBe(
      "the port is not allowed",
    );
    expect(receiver.received).toEqual([]);
  });

  it("only connects to its own dashboard locally", async () => {
    const poster = createWebhookPoster({ clock: systemClock, local: false, own: receiver.url });
    expect((await poster.post(`${receiver.url}/../other`, {}, body)).errorMessage).toBe(notPublic);
    expect((await poster.post(`${receiver.url}?to=other`, {}, body)).errorMessage).toBe(notPublic);
    expect(await poster.post(receiver.url, {}, body)).toMatchObject({ statusCode: 204, errorMessage: "" });
    await receiver.take();
  });

  it("connects to the verified address", async () => {
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return [{ address: "127.0.0.1", family: 4 }];
    };
    const poster = createWebhookPoster({ clock: systemClock, local: false, resolve, isPublic: () => true });
    const outcome = await poster.post(`http://receiver.example.com:${port()}/`, { "webhook-id": "whd_1" }, body);
    expect([outcome.statusCode, lookups]).toEqual([204, 1]);
    expect((await receiver.take()).headers.host).toBe(`receiver.example.com:${port()}`);
  });

  it("stores only the first bytes of a response, and no network details", async () => {
    const poster = createWebhookPoster({ clock: systemClock, local: true });
    receiver.respondWith({ status: 200, body: `\0${"x".repeat(100_000)}` });
    const { responseBody } = await poster.post(receiver.url, {}, body);
    expect(responseBody.slice(0, 2)).toBe("\ufffdx");
    expect(responseBody.length).toBeLessThanOrEqual(16 * 1024);
    await receiver.close();
    const { errorMessage } = await poster.post(receiver.url, {}, body);
    expect(errorMessage).toBe("couldn't connect to the receiver");
    receiver = await startReceiver();
  });
});
