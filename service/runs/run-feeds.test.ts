import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import type { Notifications } from "../core/store/notifications";
import { runs } from "../core/store/tables/agents";
import { startTestService, type TestService } from "../testing/test-service";
import { createRecorder } from "./recorder";
import { createRunFeeds, type RunFeeds } from "./run-feeds";

let test: TestService;
let runId = "";
let feeds: RunFeeds;
let queries = 0;
/** Listeners of a run, woken by the tests. */
const listeners = new Set<() => void>();
const wake = () => {
  for (const listener of listeners) listener();
};
const notifications: Notifications = {
  on(_topic, _id, callback) {
    listeners.add(callback);
    return () => listeners.delete(callback);
  },
  announce() {},
  close: async () => {},
};
/** Joins a run's feed with a separate signal, like each request. */
const join = (id: string) => feeds.join(id, new AbortController().signal);
const frames = (count: number) =>
  Array.from({ length: count }, () => ({ event: "assistant" as const, data: { text: "word" } }));
const ids = (text = "") => [...text.matchAll(/^id: \S+-([0-9]+)$/gm)].map(([, sequence]) => Number(sequence));
const upTo = (last: number, from = 1) => Array.from({ length: last - from + 1 }, (_, index) => from + index);

beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

beforeEach(async () => {
  const { db, clock, database, ids: names } = test.service;
  const { agent } = await test.call(createAgent, { body: { prompt: { text: "hello" } } });
  await test.stream(agent.id, agent.latestRunId);
  runId = `run-${names.uuid()}`;
  const times = { createdAt: clock.now(), updatedAt: clock.now() };
  await db.insert(runs).values({
    id: runId,
    agentId: agent.id,
    status: "RUNNING",
    mode: "agent",
    promptText: "",
    promptImages: [],
    leasedBy: "test",
    ...times,
  });
  const counted = drizzle(database.pool, { logger: { logQuery: () => (queries += 1) } });
  feeds = createRunFeeds({ db: counted, clock, notifications });
  listeners.clear();
  queries = 0;
});

describe("readers of a run", () => {
  it("share one query per notification, and each reads everything once", { tags: ["long"] }, async () => {
    const recorder = await createRecorder(test.service, runId);
    const readers = Array.from({ length: 50 }, () => ({
      feed: join(runId),
      last: 0,
      seen: [] as number[],
    }));
    expect(listeners.size).toBe(1);
    for (let round = 1; round <= 4; round += 1) {
      await recorder.record(frames(3));
      wake();
      await Promise.all(
        readers.map(async (reader) => {
          if (round > 1) expect(await reader.feed.wait(60_000)).toBe(true);
          const reading = await reader.feed.read(reader.last);
          reader.last = reading?.last ?? 0;
          reader.seen.push(...ids(reading?.text));
        }),
      );
      expect(queries).toBe(round);
    }
    for (const { seen } of readers) expect(seen).toEqual(upTo(12));
    for (const { feed } of readers) feed.close();
    expect(listeners.size).toBe(0);
  });

  it("never share a query that started before the notification that woke them", { tags: ["long"] }, async () => {
    const recorder = await createRecorder(test.service, runId);
    const [early, late] = [join(runId), join(runId)];
    const lock = await test.service.database.pool.connect();
    await lock.query("begin; lock table run_events in access exclusive mode");
    const first = early.read(0);
    const recorded = recorder.record(frames(2));
    wake();
    expect(await early.wait(60_000)).toBe(true);
    const second = late.read(0);
    expect(late.read(0)).toBe(second);
    expect(queries).toBe(2);
    await lock.query("commit");
    lock.release();
    await Promise.all([first, second, recorded]);
    expect(ids((await late.read(0))?.text)).toEqual([1, 2]);
    early.close();
    late.close();
  });

  it("don't wait for a slow reader, which continues where it left off", { tags: ["long"] }, async () => {
    const recorder = await createRecorder(test.service, runId);
    const [quick, slow] = [join(runId), join(runId)];
    await recorder.record(frames(5));
    const readings = await Promise.all([quick.read(0), slow.read(0)]);
    expect(readings[0]).toBe(readings[1]);
    await recorder.record(frames(5_000));
    wake();
    let last = 5;
    for (let more = true; more; ) {
      const reading = await quick.read(last);
      last = reading?.last ?? 0;
      more = reading?.more ?? false;
    }
    expect(last).toBe(5_005);
    expect(await slow.wait(60_000)).toBe(true);
    const next = await slow.read(5);
    expect(ids(next?.text)).toEqual(upTo(2_005, 6));
    expect(next?.more).toBe(true);
    quick.close();
    slow.close();
  });

  it("get what this service stored without a query, and everything else from the database", {
    tags: ["long"],
  }, async () => {
    const { service } = test;
    const recorder = await createRecorder({ ...service, runFeeds: feeds }, runId);
    const reader = join(runId);
    const follow = async (after: number) => {
      expect(await reader.wait(60_000)).toBe(true);
      return reader.read(after);
    };
    expect(await reader.read(0)).toMatchObject({ text: "", more: false });
    for (const first of [1, 4, 7]) {
      await recorder.record(frames(3));
      const reading = await follow(first - 1);
      expect(ids(reading?.text)).toEqual(upTo(first + 2, first));
      expect(reading).toMatchObject({ status: "RUNNING", last: first + 2, done: false, more: false });
    }
    expect(queries).toBe(1);

    const other = await createRecorder(service, runId);
    await other.record(frames(2));
    await recorder.record(frames(1));
    wake();
    const foreign = await follow(9);
    expect(ids(foreign?.text)).toEqual([10, 11]);
    expect(queries).toBe(2);
    const next = await createRecorder({ ...service, runFeeds: feeds }, runId);
    await next.record(frames(2));
    expect(await follow(11)).toMatchObject({ last: 13, more: false });
    expect(queries).toBe(2);
    reader.close();
  });

  it("read on when something else was stored, even if what they are at was published", { tags: ["long"] }, async () => {
    const { service } = test;
    const recorder = await createRecorder({ ...service, runFeeds: feeds }, runId);
    const reader = join(runId);
    await recorder.record(frames(3));
    expect(await reader.read(0)).toMatchObject({ last: 3, more: true });
    expect(queries).toBe(0);
    expect(await reader.read(3)).toMatchObject({ text: "", last: 3, more: false });
    await recorder.record(frames(1));
    wake();
    expect(await reader.read(3)).toMatchObject({ last: 4, more: true });
    reader.close();
  });

  it("stop waiting when the caller aborts, and detect that their run was deleted", { tags: ["long"] }, async () => {
    const abort = new AbortController();
    const feed = feeds.join(runId, abort.signal);
    const waiting = feed.wait(60_000);
    abort.abort();
    expect(await waiting).toBe(true);
    feed.close();
    expect(await join("run-none").read(0)).toBeUndefined();
  });
});
