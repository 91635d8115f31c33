import { inArray, isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import {
  inboxNotifications,
  notificationEventRows,
  notificationItems,
  notificationMessages,
} from "@/lib/server/db/notification-schema";
import { KilledProcesses } from "@/lib/server/db/testing/killed-processes";
import { SpawnedProcess } from "@/lib/server/db/testing/spawned-process";
import { newWebhookSecret } from "./channel-address";
import { deliveryParts } from "./testing/delivery-parts";
import { startNotificationBench } from "./testing/notification-bench";
import { startHttpReceiver } from "./testing/receivers";
import { type NotificationTask, type ReportedEvent, recordAndSend } from "./testing/record-and-send";

const isLong = process.env.CHAOS === "long";
const seed = Number(process.env.SEED ?? 1);
const size = isLong ? 10_000 : 300;
const userCount = 5;
/** Events of one step. A channel gets one message with at most 50 notifications in each. */
const perStep = 50;

const Body = z.object({ id: z.string(), events: z.array(z.looseObject({ id: z.string(), agentId: z.string() })) });

const random = seededRandom(seed);
const pick = (max: number) => Math.floor(random() * max);
const clock = new FakeClock();
/** The channels to which an event is sent, by its key. */
const expected = new Map<string, string[]>();
let bench: Awaited<ReturnType<typeof startNotificationBench>>;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
let processes: KilledProcesses<NotificationTask>;

beforeAll(async () => {
  [bench, receiver] = await Promise.all([startNotificationBench(), startHttpReceiver()]);
  processes = await KilledProcesses.start<NotificationTask>({
    url: bench.url,
    program: "lib/server/notifications/testing/notification-process.ts",
    killable: 2,
    spawned: 2,
    random,
    chance: isLong ? 0.1 : 0.3,
    within: 100,
  });
});
afterAll(async () => {
  await processes.close();
  await Promise.all([bench.close(), receiver.close()]);
});

/** Lets each process record its share of the events and send what is due, and kills some of them meanwhile. */
function work(events: readonly ReportedEvent[]): Promise<void> {
  const { count } = processes;
  return processes.work(async (process, index) => {
    // Each event is reported to two processes, as the index and a webhook report it.
    const share = events.filter((_event, at) => at % count === index || (at + 1) % count === index);
    if (process instanceof SpawnedProcess) return process.work({ now: clock.now(), events: share });
    await recordAndSend(deliveryParts(process.store, clock), share);
  });
}

/** The events that no process could record before it was killed: what reports them does so again. */
async function unrecorded(events: readonly ReportedEvent[]): Promise<ReportedEvent[]> {
  const rows = await bench.store.database.select({ key: notificationEventRows.key }).from(notificationEventRows);
  const recorded = new Set(rows.map(({ key }) => key));
  return events.filter(({ key }) => !recorded.has(key));
}

/** Notifications that wait for a message, and messages that aren't sent. */
async function unsent(): Promise<number> {
  const { database } = bench.store;
  const items = await database.$count(notificationItems, isNull(notificationItems.messageId));
  const open = inArray(notificationMessages.state, ["waiting", "sending"]);
  return items + (await database.$count(notificationMessages, open));
}

it(`sends ${size} events to each of their channels once, while processes are killed`, {
  timeout: isLong ? 3_600_000 : 170_000,
}, async () => {
  const channels = new Map<string, string>();
  const createdAt = new Date(clock.now());
  const add = async (name: string, scope: "mine" | "all") => {
    const id = await bench.user(name, createdAt);
    const address = { kind: "webhook", url: `${receiver.url}/${name}`, secret: newWebhookSecret() } as const;
    await bench.channel(id, address, { scope, createdAt });
    if (scope === "mine") channels.set(id, `/${name}`);
  };
  await add("all", "all");
  for (let index = 0; index < userCount; index += 1) await add(`user-${index}`, "mine");
  const owners = [...channels.keys()];
  const { kills } = processes;

  let reported: ReportedEvent[] = [];
  for (let steps = 0; expected.size < size || reported.length > 0 || (await unsent()) > 0; steps += 1) {
    // A channel drops what exceeds 500 unsent notifications.
    const room = (await unsent()) < 200 ? Math.min(perStep, size - expected.size) : 0;
    for (let count = 0; count < room; count += 1) {
      const [key, owner] = [`event-${expected.size}`, owners[pick(owners.length)] ?? ""];
      expected.set(key, ["/all", channels.get(owner) ?? ""]);
      reported.push({ key, owner });
    }
    await work(reported);
    reported = await unrecorded(reported);
    clock.advance(25_000);
    if (isLong && steps % 25 === 0) console.log(`${expected.size} events, ${kills.killable + kills.spawned} kills`);
  }

  /** The message of each notification, by channel and event. */
  const messages = new Map<string, string>();
  const contents = new Map<string, string>();
  let repeats = 0;
  for (const { path, body } of receiver.received) {
    const { id, events } = Body.parse(JSON.parse(body.toString("utf8")));
    const names = events.map(({ agentId }) => agentId.slice("bc-".length));
    if (contents.has(id)) repeats += 1;
    // A receiver knows a repeated message by its id.
    expect(contents.get(id) ?? names.join()).toBe(names.join());
    contents.set(id, names.join());
    for (const name of names) {
      const key = `${path} ${name}`;
      expect(messages.get(key) ?? id, key).toBe(id);
      messages.set(key, id);
    }
  }
  const all = [...expected].flatMap(([key, paths]) => paths.map((path) => `${path} ${key}`));
  expect([...messages.keys()].sort()).toEqual(all.sort());
  const kept = await bench.store.database.select().from(inboxNotifications);
  for (const [id, path] of channels) {
    const keys = kept.flatMap(({ userId, agentId }) => (userId === id ? [agentId?.slice("bc-".length) ?? ""] : []));
    const own = [...expected].flatMap(([key, paths]) => (paths.includes(path) ? [key] : []));
    expect(new Set(keys).size).toBe(Math.min(own.length, 500));
    expect(keys).toHaveLength(Math.min(own.length, 500));
    expect(own).toEqual(expect.arrayContaining(keys));
  }
  const states = await bench.store.database
    .selectDistinct({ state: notificationMessages.state })
    .from(notificationMessages);
  expect(states).toEqual([{ state: "sent" }]);
  const total = kills.killable + kills.spawned;
  expect(kills.killable).toBeGreaterThan(0);
  // Only a process that was killed between sending and storing the result makes another repeat its messages.
  expect(repeats).toBeLessThanOrEqual(total * channels.size);
  console.log(
    `seed ${seed}: ${size} events, ${messages.size} notifications in ${contents.size} messages, ${repeats} repeated ` +
      `with the same id, ${total} kills (${kills.spawned} SIGKILL)`,
  );
});
