import { createServer, type Server } from "node:http";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createLog } from "@/lib/core/log";
import { addMissingInboxes, addToInbox } from "@/lib/server/db/inbox-notifications";
import { saveSchedule } from "@/lib/server/db/notification-channels";
import { claimMessages, formMessages, maxAttempts, pruneNotifications } from "@/lib/server/db/notification-queue";
import {
  inboxNotifications,
  notificationChannels,
  notificationItems,
  notificationMessages,
} from "@/lib/server/db/notification-schema";
import { users } from "@/lib/server/db/schema";
import { openStore, type Store } from "@/lib/server/db/store";
import type { Credentials } from "@/lib/server/upstream/client/service";
import { newWebhookSecret } from "./channel-address";
import { type DeliveryParts, startDue } from "./start-due";
import { deliverDue } from "./testing/deliver-due";
import { startNotificationBench } from "./testing/notification-bench";
import { startHttpReceiver } from "./testing/receivers";

type Bench = Awaited<ReturnType<typeof startNotificationBench>>;
type Receiver = Awaited<ReturnType<typeof startHttpReceiver>>;

const Body = z.object({
  id: z.string(),
  events: z.array(z.looseObject({ title: z.string(), detail: z.string(), url: z.string() })),
});

let bench: Bench;
let other: Store;
let receiver: Receiver;
let status: number | "hang";

beforeAll(async () => {
  bench = await startNotificationBench();
  other = await openStore({ url: bench.url, log: createLog({ program: "test", level: "silent" }) });
});
afterAll(async () => {
  await other.close();
  await bench.close();
});
beforeEach(async () => {
  status = 204;
  receiver = await startHttpReceiver(() => status);
});
afterEach(async () => {
  await receiver.close();
  await bench.store.database.delete(users);
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

const webhook = (url = receiver.url) => ({ kind: "webhook" as const, url, secret: newWebhookSecret() });
const received = () => receiver.received.map(({ body }) => Body.parse(JSON.parse(body.toString("utf8"))));
const titles = () => received().map(({ events }) => events.map(({ detail }) => detail));
const channelOf = async (id: string) =>
  (await bench.store.database.select().from(notificationChannels).where(eq(notificationChannels.id, id)))[0];
const messages = () => bench.store.database.select().from(notificationMessages);

describe("with several processes", () => {
  it("sends each event to each channel once", async () => {
    const [ada, vi] = [await bench.user("Ada"), await bench.user("Vi")];
    await bench.channel(ada, webhook(`${receiver.url}/ada`));
    await bench.channel(vi, webhook(`${receiver.url}/vi`), { scope: "all" });
    await bench.channel(vi, webhook(`${receiver.url}/mine`));
    const keys: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      for (let count = 0; count < 10; count += 1) keys.push(await bench.happens([ada]));
      const processes = [bench.parts, { ...bench.parts, store: other }, bench.parts, { ...bench.parts, store: other }];
      await Promise.all(processes.map((each) => deliverDue(each)));
      bench.clock.advance(30_000);
    }
    await deliverDue(bench.parts);
    for (const path of ["/ada", "/vi"]) {
      const bodies = receiver.received.filter((request) => request.path === path).map(({ body }) => `${body}`);
      const ids = bodies.flatMap((body) => Body.parse(JSON.parse(body)).events.map(({ agentId }) => agentId));
      expect(ids).toHaveLength(keys.length);
      expect(new Set(ids).size).toBe(keys.length);
    }
    expect(receiver.received.filter(({ path }) => path === "/mine")).toEqual([]);
  });

  it("repeats a message of a process that was killed while sending it, with the same id", async () => {
    const ada = await bench.user("Ada");
    await bench.channel(ada, webhook());
    await bench.happens([ada]);
    const now = () => new Date(bench.clock.now());
    await formMessages(bench.store, now());
    const [claimed] = await claimMessages(bench.store, now(), 10);
    await deliverDue({ ...bench.parts, store: other });
    expect(receiver.received).toEqual([]);
    bench.clock.advance(61_000);
    await Promise.all([deliverDue(bench.parts), deliverDue({ ...bench.parts, store: other })]);
    expect(received().map(({ id }) => id)).toEqual([claimed?.id]);
  });

  it("gives up on a message that ends every process that sends it", async () => {
    const ada = await bench.user("Ada");
    await bench.channel(ada, webhook());
    await bench.happens([ada]);
    const now = () => new Date(bench.clock.now());
    await formMessages(bench.store, now());
    for (let kill = 0; kill < maxAttempts; kill += 1) {
      expect(await claimMessages(bench.store, now(), 10)).toHaveLength(1);
      bench.clock.advance(61_000);
    }
    await deliverDue(bench.parts);
    expect(receiver.received).toEqual([]);
    expect((await messages()).map(({ state }) => state)).toEqual(["failed"]);
  });
});

describe("the inbox", () => {
  const entries = async (userId: string) => {
    const rows = await bench.store.database
      .select()
      .from(inboxNotifications)
      .where(eq(inboxNotifications.userId, userId))
      .orderBy(asc(inboxNotifications.id));
    return rows.map(({ title, detail, path }) => ({ title, detail, path }));
  };
  const since = () => new Date(bench.clock.now() - 60_000);

  it("receives a user's events at once, in quiet hours and with a digest", async () => {
    const [ada, vi] = [await bench.user("Ada", since()), await bench.user("Vi", since())];
    const always = { timeZone: "UTC", quietFrom: 0, quietTo: 1_439 };
    await saveSchedule(bench.store, ada, { ...always, digest: "daily", digestAt: 0 });
    await bench.happens([ada]);
    await Promise.all([deliverDue(bench.parts), deliverDue({ ...bench.parts, store: other })]);
    expect(await entries(ada)).toEqual([
      {
        title: expect.stringMatching(/^Run failed/),
        detail: expect.stringMatching(/^Agent/),
        path: expect.stringMatching(/^\/agents\/bc-/),
      },
    ]);
    expect(await entries(vi)).toEqual([]);
    // The ends of all runs are many.
    bench.clock.advance(30_000);
    await bench.happens([ada], { type: "run.ended" });
    await deliverDue(bench.parts);
    expect(await entries(ada)).toHaveLength(1);
  });

  it("is added once for users of an earlier version", async () => {
    const ada = await bench.user("Ada");
    const now = new Date(bench.clock.now());
    await Promise.all([addMissingInboxes(bench.store, now), addMissingInboxes(other, now)]);
    await addMissingInboxes(bench.store, new Date());
    const channels = await bench.store.database
      .select()
      .from(notificationChannels)
      .where(eq(notificationChannels.userId, ada));
    expect(channels).toMatchObject([{ kind: "inbox", createdAt: now }]);
  });

  it("keeps the newest 500, each once", async () => {
    const ada = await bench.user("Ada", since());
    const event = (index: number) => ({
      id: crypto.randomUUID(),
      type: "run.failed" as const,
      at: new Date(bench.clock.now()).toISOString(),
      title: `Event ${index}`,
      detail: "",
      url: "http://127.0.0.1:3000/agents/bc-1?tab=changes#top",
    });
    const events = Array.from({ length: 520 }, (_, index) => event(index));
    for (let at = 0; at < events.length; at += 50) await addToInbox(bench.store, ada, events.slice(at, at + 50));
    await addToInbox(bench.store, ada, events.slice(510));
    const kept = await entries(ada);
    expect(kept.map(({ title }) => title)).toEqual(events.slice(20).map(({ title }) => title));
    expect(kept[0]?.path).toBe("/agents/bc-1?tab=changes#top");
    await pruneNotifications(bench.store, new Date(bench.clock.now() + 31 * 86_400_000));
    expect(await entries(ada)).toEqual([]);
  });
});

it("names only agents that the channel's user can see", async () => {
  const service = createServer((request, response) => {
    const isVisible =
      request.headers.authorization === "Bearer Ada" || !request.url?.startsWith("/v1/agents/bc-hidden");
    response.writeHead(isVisible ? 200 : 404, { "content-type": "application/json" });
    const error = { code: "agent_not_found", message: "Agent not found" };
    const entry = {
      id: "bc-1",
      name: "",
      status: "IDLE",
      env: { type: "cloud" },
      url: "",
      createdAt: "",
      updatedAt: "",
    };
    const agent = { ...entry, latestRunId: "", repos: [], workOnCurrentBranch: false, autoCreatePR: false };
    response.end(JSON.stringify(isVisible ? agent : { error }));
  });
  const base = await listen(service);
  const credentials: Credentials = {
    actsForUsers: () => true,
    authorization: async (_caller, acting) => `Bearer ${acting?.user.name}`,
  };
  const parts = {
    ...bench.parts,
    service: { ...bench.parts.service, address: { ...bench.parts.service.address, base }, credentials },
  };
  const [ada, vi] = [await bench.user("Ada"), await bench.user("Vi")];
  await bench.channel(ada, webhook(`${receiver.url}/ada`));
  await bench.channel(vi, webhook(`${receiver.url}/vi`), { scope: "all" });
  const run = { id: "run-1", status: "ERROR", errorCode: "install_failed" };
  for (const id of ["bc-hidden", "bc-seen"]) await bench.happens([ada], { facts: { agent: { id, name: id }, run } });
  bench.clock.advance(30_000);
  await deliverDue(parts);
  const named = (path: string) => {
    const bodies = receiver.received.filter((request) => request.path === path).map(({ body }) => `${body}`);
    return bodies.flatMap((body) => Body.parse(JSON.parse(body)).events.map(({ agentId }) => agentId)).sort();
  };
  expect([named("/ada"), named("/vi")]).toEqual([["bc-hidden", "bc-seen"], ["bc-seen"]]);
  service.closeAllConnections();
  service.close();
});

describe("a receiver that doesn't work", () => {
  it("is tried a bounded number of times, with growing delays, and the user sees why", async () => {
    const ada = await bench.user("Ada");
    const id = await bench.channel(ada, webhook());
    await bench.happens([ada]);
    status = 503;
    for (let hour = 0; hour < 200; hour += 1) {
      await deliverDue(bench.parts);
      bench.clock.advance(5 * 60_000);
    }
    expect(receiver.received).toHaveLength(maxAttempts);
    expect(new Set(received().map((message) => message.id)).size).toBe(1);
    expect(await channelOf(id)).toMatchObject({
      problem: expect.stringMatching(/responded with status 503/),
      failures: 1,
      pausedAt: null,
    });
    status = 204;
    await bench.happens([ada]);
    await deliverDue(bench.parts);
    expect(await channelOf(id)).toMatchObject({ problem: null, failures: 0 });
  });

  it("is paused after five rejected messages", async () => {
    const ada = await bench.user("Ada");
    const id = await bench.channel(ada, webhook());
    status = 404;
    for (let event = 0; event < 8; event += 1) {
      await bench.happens([ada]);
      await deliverDue(bench.parts);
      bench.clock.advance(60_000);
    }
    expect(receiver.received).toHaveLength(5);
    expect((await channelOf(id))?.pausedAt).not.toBeNull();
  });

  it("doesn't delay other receivers of the same process", async () => {
    const dead = await startHttpReceiver(() => "hang");
    const [ada, vi] = [await bench.user("Ada"), await bench.user("Vi")];
    await bench.channel(ada, webhook(dead.url));
    await bench.channel(vi, webhook());
    const running = new Set<Promise<void>>();
    await bench.happens([ada]);
    await startDue(bench.parts, running);
    await expect.poll(() => dead.received).toHaveLength(1);
    await bench.happens([vi]);
    await startDue(bench.parts, running);
    await expect.poll(() => receiver.received).toHaveLength(1);
    await expect.poll(() => running.size).toBe(1);
    await dead.close();
    await Promise.all(running);
  });

  it("can't fill the database", { tags: ["long"] }, async () => {
    const ada = await bench.user("Ada");
    const id = await bench.channel(ada, webhook());
    for (let event = 0; event < 510; event += 1) await bench.happens([ada]);
    const items = await bench.store.database.select().from(notificationItems);
    expect(items.filter(({ channelId }) => channelId === id)).toHaveLength(500);
  });
});

describe("messages", () => {
  it("combine what happens shortly after each other", async () => {
    const ada = await bench.user("Ada");
    await bench.channel(ada, webhook());
    await bench.happens([ada]);
    await deliverDue(bench.parts);
    await bench.happens([ada]);
    await bench.happens([ada]);
    await deliverDue(bench.parts);
    expect(titles().map((events) => events.length)).toEqual([1]);
    bench.clock.advance(21_000);
    await deliverDue(bench.parts);
    expect(titles().map((events) => events.length)).toEqual([1, 2]);
  });

  it("wait for the end of the quiet hours and for the digest", async () => {
    const ada = await bench.user("Ada");
    await bench.channel(ada, webhook());
    const minute = Math.floor((bench.clock.now() % 86_400_000) / 60_000);
    const schedule = { timeZone: "UTC", digest: "off", digestAt: 0 } as const;
    await saveSchedule(bench.store, ada, { ...schedule, quietFrom: minute, quietTo: (minute + 60) % 1_440 });
    await bench.happens([ada]);
    await bench.happens([ada]);
    await deliverDue(bench.parts);
    expect(received()).toEqual([]);
    bench.clock.advance(61 * 60_000);
    await deliverDue(bench.parts);
    expect(titles().map((events) => events.length)).toEqual([2]);
  });

  it("aren't retried in quiet hours, nor sent late in them, and don't lose attempts by waiting", async () => {
    const ada = await bench.user("Ada");
    await bench.channel(ada, webhook());
    status = 503;
    await bench.happens([ada]);
    await deliverDue(bench.parts);
    expect(receiver.received).toHaveLength(1);
    const minute = Math.floor((bench.clock.now() % 86_400_000) / 60_000);
    const schedule = { timeZone: "UTC", digest: "off", digestAt: 0 } as const;
    await saveSchedule(bench.store, ada, { ...schedule, quietFrom: minute, quietTo: (minute + 60) % 1_440 });
    for (let retry = 0; retry < 3; retry += 1) {
      bench.clock.advance(60_000);
      await deliverDue(bench.parts);
    }
    expect(receiver.received).toHaveLength(1);
    expect(await messages()).toMatchObject([{ state: "waiting", attempts: 1 }]);
    status = 204;
    bench.clock.advance(58 * 60_000);
    await deliverDue(bench.parts);
    expect(titles()).toHaveLength(2);
    expect(await messages()).toMatchObject([{ state: "sent", attempts: 2 }]);
  });

  it("aren't sent to disabled users, nor about events before the channel was added", async () => {
    const ada = await bench.user("Ada");
    await bench.channel(ada, webhook());
    await bench.happens([ada], { at: new Date(bench.clock.now() - 3_600_000) });
    await deliverDue(bench.parts);
    await bench.happens([ada]);
    await bench.store.database.update(users).set({ disabledAt: new Date() });
    await deliverDue(bench.parts);
    expect(received()).toEqual([]);
  });
});

describe("a pull request", () => {
  const pull = { ownerSlug: "acme", repoName: "orders", pullNumber: "7" };
  const event = { type: "pull_request.approved" as const, facts: { pull } };

  async function deliverWith(respond: () => number): Promise<DeliveryParts> {
    const service = await startHttpReceiver(respond);
    const { address } = bench.parts.service;
    const parts = { ...bench.parts, service: { ...bench.parts.service, address: { ...address, base: service.url } } };
    await deliverDue(parts);
    await service.close();
    return parts;
  }

  it("isn't shown to users who can't read it", async () => {
    const ada = await bench.user("Ada");
    await bench.channel(ada, webhook(), { scope: "all", events: [event.type] });
    await bench.happens([], event);
    await deliverWith(() => 404);
    expect(received()).toEqual([]);
    expect((await messages()).map(({ state }) => state)).toEqual(["sent"]);
  });

  it("is read again later if the service is unavailable", async () => {
    const ada = await bench.user("Ada");
    await bench.channel(ada, webhook(), { scope: "all", events: [event.type] });
    await bench.happens([], event);
    await deliverWith(() => 500);
    expect(received()).toEqual([]);
    expect(await messages()).toMatchObject([{ state: "waiting", attempts: 1 }]);
  });
});
