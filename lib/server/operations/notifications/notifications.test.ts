import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { User } from "@/lib/server/auth/session-reader";
import { startHttpReceiver, startMailServer, startPushService } from "@/lib/server/notifications/testing/receivers";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let dataDir: string;
let own: DashboardCalls;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let ada: User;
let eve: User;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway-notifications-"));
  mail = await startMailServer();
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("WEBHOOK_LOCAL_RECEIVERS", "1");
  vi.stubEnv("SMTP_URL", mail.url());
  vi.stubEnv("SMTP_FROM", "slipway@x.example");
  own = await startDashboardCalls();
  ada = await own.someone("Ada", "viewer");
  eve = await own.someone("Eve", "admin");
});
afterAll(async () => {
  await own.stop();
  await mail.close();
  await rm(dataDir, { recursive: true, force: true });
});

const channels = "/notifications/channels";
const add = (user: User | undefined, body: object) => own.call(user, "POST", channels, body);
async function added(body: object): Promise<{ channel: { id: string; target: string }; secret?: string }> {
  const response = await add(ada, body);
  expect(response.status).toBe(201);
  return response.json();
}
const settingsOf = async (user: User) => (await own.call(user, "GET", "/notifications")).json();
const test = async (id: string) => (await own.call(ada, "POST", `${channels}/${id}/test`, {})).json();

it("adds channels without revealing their addresses, and shows whether they work", async () => {
  let status = 200;
  const receiver = await startHttpReceiver(() => status);
  const push = await startPushService();
  const hook = await added({ kind: "webhook", url: `${receiver.url}/secret-path` });
  const { host } = new URL(receiver.url);
  expect(await test(hook.channel.id)).toEqual({ delivered: true, message: `${host} responded with status 200.` });
  const [request] = receiver.received;
  const headers = Object.fromEntries(Object.entries(request?.headers ?? {}).map(([name, value]) => [name, `${value}`]));
  expect(new Webhook(hook.secret ?? "").verify(`${request?.body}`, headers)).toMatchObject({
    events: [{ type: "test" }],
  });

  const email = await added({ kind: "email" });
  expect(await test(email.channel.id)).toEqual({
    delivered: true,
    message: "The mail server accepted the message to ada@x.example.",
  });
  const browser = await added({ kind: "push", subscription: push.subscription });
  expect(await test(browser.channel.id)).toMatchObject({ delivered: true });
  expect((await push.read())[0]?.vapid.key).toBe((await settingsOf(ada)).pushKey);

  status = 500;
  const failed = { delivered: false, message: `${host} responded with status 500.` };
  expect(await test(hook.channel.id)).toEqual(failed);
  const settings = await settingsOf(ada);
  expect(settings.channels).toMatchObject([
    { kind: "inbox", target: "" },
    { kind: "webhook", target: host, problem: { message: failed.message, paused: false } },
    { kind: "email", target: "ada@x.example", lastSentAt: expect.any(String) },
    { kind: "push", lastSentAt: expect.any(String) },
  ]);
  expect(JSON.stringify(settings)).not.toMatch(/secret-path|whsec_/);
  expect((await settingsOf(eve)).channels).toMatchObject([{ kind: "inbox", scope: "mine" }]);
  await receiver.close();
  await push.close();
});

it("rejects other users, addresses that exist, and invalid values", async () => {
  const { channel } = await added({ kind: "slack", url: "http://127.0.0.1:9/hook" });
  const path = `${channels}/${channel.id}`;
  const rules = { events: ["run.failed", "run.failed"], scope: "all", queueMinutes: 5 };
  for (const [method, at, body] of [
    ["PATCH", path, rules],
    ["POST", `${path}/test`, {}],
    ["DELETE", path, undefined],
  ] as const) {
    expect((await own.call(eve, method, at, body)).status).toBe(404);
    expect((await own.call(undefined, method, at, body)).status).toBe(401);
  }
  expect((await add(ada, { kind: "slack", url: "http://127.0.0.1:9/hook" })).status).toBe(409);
  for (const body of [
    { kind: "slack", url: "ftp://x.example" },
    { kind: "slack", url: "http://user:secret@x.example" },
    { kind: "email", email: "someone@else.example" },
    { kind: "push", subscription: { endpoint: "https://x.example", keys: { p256dh: "x", auth: "y" } } },
  ]) {
    expect((await add(ada, body)).status, JSON.stringify(body)).toBe(400);
  }
  const updated = await own.call(ada, "PATCH", path, rules);
  expect(await updated.json()).toMatchObject({ events: ["run.failed"], scope: "all", queueMinutes: 5 });
  expect((await own.call(ada, "PATCH", path, { ...rules, queueMinutes: 0 })).status).toBe(400);
  const partly = await own.call(ada, "PATCH", path, { queueMinutes: 25 });
  const expected = { events: ["run.failed"], scope: "all", queueMinutes: 25 };
  expect(await partly.json()).toMatchObject(expected);
  const unchanged = await own.call(ada, "PATCH", path, {});
  expect(await unchanged.json()).toMatchObject(expected);
  expect((await own.call(ada, "DELETE", path)).status).toBe(200);
  expect((await own.call(ada, "DELETE", path)).status).toBe(404);
});

it("stores when to notify each user", async () => {
  const schedule = {
    timeZone: "Europe/Berlin",
    digest: "daily",
    digestAt: "08:30",
    quietHours: { from: "22:00", to: "07:00" },
  };
  expect((await own.call(ada, "PUT", "/notifications/schedule", schedule)).status).toBe(200);
  expect((await settingsOf(ada)).schedule).toEqual(schedule);
  expect((await settingsOf(eve)).schedule).toMatchObject({ timeZone: "UTC", quietHours: null, digest: "off" });
  for (const wrong of [{ timeZone: "Berlin" }, { digestAt: "24:00" }, { quietHours: { from: "22:00" } }]) {
    expect((await own.call(ada, "PUT", "/notifications/schedule", { ...schedule, ...wrong })).status).toBe(400);
  }
});
