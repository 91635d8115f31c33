import { desc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { pendingRequests, queueEvents, queueHeads, watchSlots } from "../core/store/tables/queue";
import { addNamespace } from "../hosting/repositories/testing/repository-fixture";
import { type PoolFixture, poolFixture, type Watch, type WatchFrame } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";
import { eventRetentionMs, sweepQueue } from "../workers/sweep-queue";

const clock = new FakeClock({ running: true });
const minutes = 60_000;

let test: TestService;
let fixture: PoolFixture;
let opened: Watch[] = [];
beforeAll(async () => {
  test = await startTestService({}, clock);
  fixture = poolFixture(test);
  await addNamespace(test.service, "acme", { teamId: 1 });
  await test.send("POST", "/v1/repohost/repos/acme", { body: { name: "widgets" } });
  for (const poolName of ["gpu", "cpu"]) await fixture.register({ poolName });
});
afterEach(async () => {
  for (const watch of opened) await watch.close();
  opened = [];
  await expect.poll(() => test.service.db.$count(watchSlots)).toBe(0);
  // Requests left by one test would affect the next.
  for (const { id } of await test.service.db.select({ id: pendingRequests.agentId }).from(pendingRequests)) {
    await test.send("DELETE", `/v1/agents/${id}`);
  }
});
afterAll(() => test.close());

async function watch(...args: Parameters<PoolFixture["watch"]>) {
  const next = await fixture.watch(...args);
  opened.push(next);
  return next;
}
const launch = async (name: string, more: object = {}) =>
  (await fixture.launch({ env: { type: "pool", name }, ...more })).id;
const cursorOf = async (query: { pool?: string; repository?: string } = {}) => (await fixture.list(query)).streamCursor;
const stream = (query: string, headers: Record<string, string> = {}) =>
  test.send("GET", `/v0/private-workers/pending-requests/stream?${query}`, { key: test.keys.serviceAccount, headers });
/** Stores copies of the queue's last event about these requests, without a notification. */
async function append(ids: readonly string[]): Promise<void> {
  const { db } = test.service;
  const [last] = await db.select().from(queueEvents).orderBy(desc(queueEvents.sequence)).limit(1);
  if (!last) throw new Error("the queue has no events");
  const rows = ids.map((id, index) => ({ ...last, data: { id }, sequence: last.sequence + 1 + index }));
  await db.insert(queueEvents).values(rows);
  const sequence = last.sequence + ids.length;
  await db.update(queueHeads).set({ sequence }).where(eq(queueHeads.teamId, last.teamId));
}
const url = () => encodeURIComponent(`${test.service.settings.gitUrl}/acme/widgets`);

describe("the pending-request watch", () => {
  it("P-WATCH-01, P-WATCH-12: starts with a comment, followed by frames of event, id, data", async () => {
    const { response } = await watch();
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const cursor = await cursorOf();
    const abort = new AbortController();
    const path = `/v0/private-workers/pending-requests/stream?cursor=${cursor}`;
    const authorization = `Bearer ${test.keys.serviceAccount}`;
    const raw = await fetch(`${test.url}${path}`, { headers: { authorization }, signal: abort.signal });
    const id = await launch("gpu");
    let text = "";
    for await (const chunk of raw.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes("data:")) break;
    }
    abort.abort();
    expect(text).toMatch(/^: connected\n\nevent: created\nid: \S+\ndata: \{.*\}\n\n$/);
    expect(text).toContain(id);
  });

  it("P-WATCH-04, P-WATCH-05, P-WATCH-13, P-WATCH-14, P-WATCH-26: replays each event after the cursor once, then streams live events", async () => {
    const cursor = await cursorOf();
    const first = await launch("gpu");
    const second = await launch("gpu");
    const watching = await watch({ cursor });
    const frames: (WatchFrame | undefined)[] = [await watching.next(), await watching.next()];
    const third = await launch("gpu");
    frames.push(await watching.next());
    expect(frames.map((frame) => frame?.data.id)).toEqual([first, second, third]);
    expect(new Set(frames.map((frame) => frame?.id)).size).toBe(3);
    await watching.close();
    const resumed = await watch({ cursor: frames[0]?.id ?? "" });
    expect((await resumed.next())?.data.id).toBe(second);
    expect((await resumed.next())?.data.id).toBe(third);
    await fixture.claim(first, "ctrl-1");
    expect(await resumed.next()).toMatchObject({ event: "claimed", data: { id: first } });
  });

  it("P-WATCH-13: replays more than two batches of 500 events in order", async () => {
    await launch("gpu");
    const cursor = await cursorOf();
    const ids = Array.from({ length: 1_001 }, (_, index) => `bc-${index}`);
    await append(ids);
    const watching = await watch({ cursor });
    for (const id of ids) expect((await watching.next())?.data.id).toBe(id);
  });

  it("P-WATCH-06: uses Last-Event-ID instead of the cursor", async () => {
    const cursor = await cursorOf();
    await launch("gpu");
    const later = await cursorOf();
    const second = await launch("gpu");
    expect((await (await watch({ cursor }, { "last-event-id": later })).next())?.data.id).toBe(second);
    const bare = await fetch(`${test.url}/v0/private-workers/pending-requests/stream`, {
      headers: { authorization: `Bearer ${test.keys.serviceAccount}`, "last-event-id": later },
    });
    expect(bare.status).toBe(200);
    await bare.body?.cancel();
  });

  it("P-WATCH-07: only sends events that match its filters", { tags: ["long"] }, async () => {
    const repository = decodeURIComponent(url());
    const cpu = await watch({ pool: "cpu" });
    const widgets = await watch({ repository });
    const other = await launch("gpu", { repos: [{ url: repository }] });
    const own = await launch("cpu");
    const last = await launch("gpu", { repos: [{ url: repository }] });
    expect((await cpu.next())?.data.id).toBe(own);
    expect([(await widgets.next())?.data.id, (await widgets.next())?.data.id]).toEqual([other, last]);
  });

  it("P-WATCH-19, P-WATCH-20: sends a heartbeat after twenty idle seconds, with an id to resume from", {
    tags: ["long"],
  }, async () => {
    const busy = await watch({ pool: "cpu" });
    clock.advance(10_000);
    const first = await launch("cpu");
    expect(await busy.next(true)).toMatchObject({ event: "created", data: { id: first } });
    const cursor = await cursorOf({ pool: "cpu" });
    const watching = await watch({ pool: "cpu", cursor });
    await launch("gpu");
    const idleSince = clock.now();
    clock.advance(20_000);
    const heartbeat = await watching.next(true);
    expect(clock.now() - idleSince).toBeLessThan(30_000);
    expect(heartbeat).toEqual({ event: "heartbeat", id: expect.any(String), data: {} });
    await watching.close();
    // Without the event before the heartbeat, only positions after it are valid.
    await test.service.db.delete(queueEvents);
    expect(await stream(`pool=cpu&cursor=${cursor}`)).toMatchObject({ status: 410 });
    const id = await launch("cpu");
    const resumed = await watch({ pool: "cpu", cursor: heartbeat?.id ?? "" });
    expect((await resumed.next())?.data.id).toBe(id);
  });

  it("P-WATCH-20: a heartbeat's id is after events whose notification hasn't arrived", async () => {
    await launch("gpu");
    const watching = await watch({ pool: "cpu" });
    await append(["bc-late"]);
    clock.advance(20_000);
    const heartbeat = await watching.next(true);
    expect(heartbeat?.event).toBe("heartbeat");
    await test.service.db.delete(queueEvents);
    await watch({ pool: "cpu", cursor: heartbeat?.id ?? "" });
  });

  it("P-WATCH-21, P-WATCH-22, P-WATCH-23, P-WATCH-25: ends when its cursor expires after five minutes, despite events and reconnects", async () => {
    const cursor = await cursorOf({ pool: "cpu" });
    const watching = await watch({ cursor, pool: "cpu" });
    clock.advance(4 * minutes);
    const heartbeat = await watching.next(true);
    await watching.close();
    const resumed = await watch({ cursor: heartbeat?.id ?? "", pool: "cpu" });
    await launch("cpu");
    const event = await resumed.next();
    expect(event?.event).toBe("created");
    clock.advance(1 * minutes);
    expect(await resumed.next()).toBeUndefined();
    for (const expired of [cursor, heartbeat?.id, event?.id]) {
      expect(await stream(`cursor=${expired}&pool=cpu`)).toMatchObject({
        status: 410,
        body: { code: "cursor_expired", error: expect.stringContaining("list again") },
      });
    }
    expect((await fixture.watch({ pool: "cpu" })).response.status).toBe(200);
    await test.service.db.delete(watchSlots);
  });

  it("P-WATCH-28: keeps its slot while events arrive", { tags: ["long"] }, async () => {
    const watching = await watch({ pool: "cpu" });
    for (let round = 0; round < 8; round += 1) {
      clock.advance(10_000);
      await launch("cpu");
      expect((await watching.next())?.event).toBe("created");
    }
    for (let index = 0; index < 3; index += 1) await watch();
    expect((await stream(`cursor=${await cursorOf()}`)).status).toBe(429);
  });

  it("P-WATCH-13: resumes after a service restart without losing events", async () => {
    const before = await launch("gpu");
    const watching = await watch({ pool: "gpu" });
    const { streamCursor } = await fixture.list({ pool: "gpu" });
    const claimed = await launch("gpu");
    await fixture.claim(claimed, "ctrl-1");
    const frame = await watching.next();
    expect(frame).toMatchObject({ event: "created", data: { id: claimed } });
    await test.restart();
    expect((await fixture.list({ pool: "gpu" })).requests.map(({ id }) => id)).toEqual([before]);
    const resumed = await watch({ pool: "gpu", cursor: frame?.id ?? "" });
    expect(await resumed.next()).toMatchObject({ event: "claimed", data: { id: claimed } });
    const whole = await watch({ pool: "gpu", cursor: streamCursor });
    expect([(await whole.next())?.event, (await whole.next())?.event]).toEqual(["created", "claimed"]);
    expect(await test.service.db.$count(watchSlots)).toBe(2);
  });

  it("P-WATCH-24: returns 410 for a cursor older than the retained events", async () => {
    const cursor = await cursorOf();
    await launch("gpu");
    const after = await cursorOf();
    await test.service.db.delete(queueEvents);
    expect(await stream(`cursor=${cursor}`)).toMatchObject({ status: 410, body: { code: "cursor_expired" } });
    const watching = await watch({ cursor: after });
    const id = await launch("gpu");
    expect((await watching.next())?.data.id).toBe(id);
    clock.advance(eventRetentionMs + 1);
    await sweepQueue(test.service);
    expect(await test.service.db.$count(queueEvents)).toBe(0);
  });
});

describe("watch validation", () => {
  it.each([
    ["P-WATCH-03: no cursor", () => "", "cursor"],
    ["P-WATCH-10: a limit", () => "cursor=x&limit=5", "limit"],
    ["P-WATCH-11: a page token", () => "cursor=x&pageToken=y", "pageToken"],
    ["a repository that isn't a URL", () => "cursor=x&repository=acme", "repository"],
    ["an unknown query parameter", () => "cursor=x&since=1", "since"],
  ])("rejects %s with 400", async (_name, query, field) => {
    expect(await stream(query())).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(`^Invalid request: .*${field}`), code: "validation_error" },
    });
  });

  it("P-WATCH-08, P-WATCH-09: rejects a cursor for other filters", async () => {
    const pool = await cursorOf({ pool: "gpu" });
    const all = await cursorOf();
    const queries = [
      `cursor=${pool}`,
      `cursor=${pool}&pool=cpu`,
      `cursor=${all}&pool=gpu`,
      `cursor=${all}&repository=${url()}`,
    ];
    for (const query of queries) {
      expect(await stream(query)).toMatchObject({ status: 400, body: { error: expect.stringContaining("cursor") } });
    }
  });

  it("returns 410 for a malformed or forged cursor, or another team's", async () => {
    const cursor = await cursorOf();
    const stranger = await fixture.otherTeamKey();
    const foreign = (await fixture.list({}, stranger)).streamCursor;
    const forged = `${cursor.slice(0, -3)}${cursor.endsWith("AAA") ? "BBB" : "AAA"}`;
    for (const each of ["nonsense", "c_x.y", forged, foreign, `${cursor}x`]) {
      expect(await stream(`cursor=${each}`)).toMatchObject({ status: 410, body: { code: "cursor_expired" } });
    }
  });

  it("P-WATCH-02: rejects other kinds of keys, and a repo-scoped key without its repository", async () => {
    const path = `/v0/private-workers/pending-requests/stream?cursor=${await cursorOf()}`;
    for (const key of [test.keys.user, test.keys.admin]) {
      expect(await test.send("GET", path, { key })).toMatchObject({ status: 403, body: { code: "role_forbidden" } });
    }
    const { body } = await test.send("GET", "/v1/repohost/repos/acme/widgets");
    const { key } = await fixture.serviceKey({ repositoryIds: [(body as { id: string }).id] });
    expect(await test.send("GET", path, { key })).toMatchObject({ status: 400 });
    const repository = decodeURIComponent(url());
    const scoped = await fixture.watch({ repository }, {}, key);
    opened.push(scoped);
    expect(scoped.response.status).toBe(200);
  });

  it("P-WATCH-27, P-WATCH-28, P-WATCH-29, P-WATCH-30: allows four concurrent watches per service account, across its keys", async () => {
    const { key: second } = await fixture.serviceKey({ sameAccount: true });
    for (let index = 0; index < 4; index += 1) await watch({}, {}, index % 2 ? second : test.keys.serviceAccount);
    const cursor = await cursorOf();
    const fifth = await stream(`cursor=${cursor}`);
    expect(fifth).toMatchObject({
      status: 429,
      body: { error: expect.stringMatching(/^Too Many Requests: /), code: "too_many_watches" },
    });
    expect(fifth.headers.get("retry-after")).toMatch(/^[0-9]+$/);
    const { key: other } = await fixture.serviceKey({});
    await watch({}, {}, other);
    await opened[0]?.close();
    const retry = async () => {
      const next = await fixture.watch({ cursor }).catch(() => undefined);
      if (next) opened.push(next);
      return next !== undefined;
    };
    await expect.poll(retry).toBe(true);
    expect((await stream(`cursor=${cursor}`)).status).toBe(429);
  });
});
