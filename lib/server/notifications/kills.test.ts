import { inArray, isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import { notificationEventRows, notificationItems, notificationMessages } from "@/lib/server/db/notification-schema";
import { KillableProcess } from "@/lib/server/db/testing/killable-process";
import { bundleProgram, SpawnedProcess } from "@/lib/server/db/testing/spawned-process";
import { newWebhookSecret } from "./channel-address";
import { deliveryParts } from "./testing/delivery-parts";
import { startNotificationBench } from "./testing/notification-bench";
import { startHttpReceiver } from "./testing/receivers";
import { type NotificationTask, type ReportedEvent, recordAndSend } from "./testing/record-and-send";

const isLong = process.env.CHAOS === "long";
const seed = Number(process.env.SEED ?? 1);
const size = isLong ? 10_000 : 300;
const killChance = isLong ? 0.1 : 0.3;
const userCount = 5;
/** Events of one step. A channel gets one message with at most 50 notifications in each. */
const perStep = 50;
/** Processes that are killed between two statements, and real ones that are killed with SIGKILL. */
const killableCount = 2;
const spawnedCount = 2;

type Process = KillableProcess | SpawnedProcess<NotificationTask>;

const Body = z.object({ id: z.string(), events: z.array(z.looseObject({ id: z.string(), agentId: z.string() })) });

const random = seededRandom(seed);
const pick = (max: number) => Math.floor(random() * max);
const clock = new FakeClock();
/** The channels to which an event is sent, by its key. */
const expected = new Map<string, string[]>();
const kills = { killable: 0, spawned: 0 };
let bench: Awaited<ReturnType<typeof startNotificationBench>>;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
let program: Awaited<ReturnType<typeof bundleProgram>>;

beforeAll(async () => {
  [bench, receiver, program] = await Promise.all([
    startNotificationBench(),
    startHttpReceiver(),
    bundleProgram("lib/server/notifications/testing/notification-process.ts"),
  ]);
});
afterAll(async () => {
  await Promise.all([bench.close(), receiver.close(), program.remove()]);
});

const startSpawned = () => SpawnedProcess.start<NotificationTask>(program.path, bench.url);

/** Records events and sends what is due, until this is done or the process is killed. */
async function work(process: Process, events: ReportedEvent[]): Promise<void> {
  if (process instanceof SpawnedProcess) return process.work({ now: clock.now(), events });
  await recordAndSend(deliveryParts(process.store, clock), events).catch(() => undefined);
}

/** Lets each process work, kills some of them meanwhile, and replaces these. */
async function step(processes: Process[], events: ReportedEvent[]): Promise<void> {
  // Each event is reported to two processes, as the index and a webhook report it.
  const shares = processes.map((_, index) =>
    events.filter((_event, at) => at % processes.length === index || (at + 1) % processes.length === index),
  );
  // Statements of one kind of process, milliseconds of the other.
  for (const process of processes) if (random() < killChance) process.killAfter(pick(100));
  await Promise.all(processes.map((process, index) => work(process, shares[index] ?? [])));
  for (const [index, process] of processes.entries()) {
    if (!process.isDead) {
      process.killAfter(Number.POSITIVE_INFINITY);
      continue;
    }
    const isSpawned = process instanceof SpawnedProcess;
    kills[isSpawned ? "spawned" : "killable"] += 1;
    await process.close();
    processes[index] = await (isSpawned ? startSpawned() : KillableProcess.start(bench.url));
  }
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
    const id = await bench.person(name);
    const address = { kind: "webhook", url: `${receiver.url}/${name}`, secret: newWebhookSecret() } as const;
    await bench.channel(id, address, { scope, createdAt });
    if (scope === "mine") channels.set(id, `/${name}`);
  };
  await add("all", "all");
  for (let index = 0; index < userCount; index += 1) await add(`user-${index}`, "mine");
  const owners = [...channels.keys()];
  const processes: Process[] = [];
  for (let index = 0; index < killableCount; index += 1) processes.push(await KillableProcess.start(bench.url));
  for (let index = 0; index < spawnedCount; index += 1) processes.push(await startSpawned());

  let reported: ReportedEvent[] = [];
  for (let steps = 0; expected.size < size || reported.length > 0 || (await unsent()) > 0; steps += 1) {
    // A channel drops what exceeds 500 unsent notifications.
    const room = (await unsent()) < 200 ? Math.min(perStep, size - expected.size) : 0;
    for (let count = 0; count < room; count += 1) {
      const [key, owner] = [`event-${expected.size}`, owners[pick(owners.length)] ?? ""];
      expected.set(key, ["/all", channels.get(owner) ?? ""]);
      reported.push({ key, owner });
    }
    await step(processes, reported);
    reported = await unrecorded(reported);
    clock.advance(25_000);
    if (isLong && steps % 25 === 0) console.log(`${expected.size} events, ${kills.killable + kills.spawned} kills`);
  }
  await Promise.all(processes.map((process) => process.close()));

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
