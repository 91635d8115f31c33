import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { QueueCache } from "@/lib/model/queue/queue-cache";
import { readSamples } from "@/lib/server/db/pool-samples";
import { openStore, type Store } from "@/lib/server/db/store";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { scriptedService } from "../testing/scripted-service";
import { QueueBoard } from "./queue-board";
import { leadQueue } from "./queue-leader";
import { samplePools } from "./queue-samples";
import { QueueWriter } from "./queue-writer";
import { QueueReader } from "./testing/queue-reader";
import { watchQueue } from "./watch-queue";
import { watchRepositories } from "./watch-repositories";

const log = createLog({ program: "test", level: "silent" });
const settled = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });
const listPath = "/v0/private-workers/pending-requests?limit=100";
const request = (id: string, pool = "gpu") => ({
  id,
  userId: 1,
  userEmail: "dana@example.com",
  labels: [{ key: "pool", value: pool }],
  createdAtMs: 5,
});
const frame = (id: string, event: string, data: object) =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let stores: Store[];
let clock: FakeClock;
let upstream: Awaited<ReturnType<typeof scriptedService>>;
let end: AbortController;

beforeEach(async () => {
  postgres = await startTestDatabase("dashboard");
  stores = await Promise.all([0, 1].map(() => openStore({ url: postgres.url, log })));
  clock = new FakeClock();
  upstream = await scriptedService(clock);
  end = new AbortController();
});

afterEach(async () => {
  end.abort();
  await upstream.stop();
  await Promise.all(stores.map((store) => store.close()));
  await postgres.stop();
});

const list = (requests: object[], streamCursor: string) => upstream.runs.set(listPath, { requests, streamCursor });

function watch(store: Store) {
  const queue = new QueueCache();
  const writer = new QueueWriter({ store, source: "s", queue, clock, log });
  const { service } = upstream;
  void watchQueue({ service, queue, signal: end.signal, random: () => 0, changed: (health) => writer.changed(health) });
}

/** The board of one process. */
function board(store: Store): QueueBoard {
  let made = 0;
  const uuid = () => `epoch-${++made}`;
  return new QueueBoard({ store: async () => store, source: "s", clock, uuid, log, shutdown: end.signal });
}

const browse = (of: QueueBoard, subject?: string) => new QueueReader(of, clock, end.signal, subject);

it("P-WATCH-31 shows every viewer of every process the events of one watch, and the list after an expired cursor", async () => {
  list([request("bc-1"), request("bc-2", "cpu")], "c1");
  watch(stores[0] as Store);
  const boards = stores.map(board);
  const viewers = Array.from({ length: 200 }, (_, index) => browse(boards[index % 2] as QueueBoard));
  const gpu = browse(boards[1] as QueueBoard, "queue:gpu");
  await settled(() => expect(viewers.every(({ ids }) => ids.join() === "bc-1,bc-2")).toBe(true));
  await settled(() => expect(upstream.opened).toHaveLength(1));
  expect(upstream.opened[0]?.url).toContain("cursor=c1");

  upstream.opened[0]?.write(
    frame("e1", "created", request("bc-3")) +
      frame("e1", "created", request("bc-3")) +
      frame("e2", "claimed", { id: "bc-2" }),
  );
  await settled(() => expect(viewers.every(({ ids }) => ids.join() === "bc-1,bc-3")).toBe(true));
  await settled(() => expect(gpu.ids).toEqual(["bc-1", "bc-3"]));
  expect(viewers[0]?.state.health).toMatchObject({ mode: "watching", relists: 0 });

  // After a disconnect the watch resumes after the last event. An expired cursor requires a new list.
  list([request("bc-9")], "c2");
  upstream.failures.push({ status: 410, body: { error: { code: "cursor_expired", message: "expired" } } });
  upstream.opened[0]?.end();
  await settled(() => {
    clock.advance(1);
    expect(viewers.every(({ ids }) => ids.join() === "bc-9")).toBe(true);
  });
  await settled(() => expect(upstream.opened).toHaveLength(2));
  expect(gpu.ids).toEqual(["bc-9"]);
  await settled(() => expect(viewers[1]?.state.health.relists).toBe(1));
});

it("continues after the last event, for the watch and for a browser", async () => {
  list([request("bc-1")], "c1");
  watch(stores[0] as Store);
  const one = board(stores[0] as Store);
  const first = browse(one);
  await settled(() => expect(upstream.opened).toHaveLength(1));
  upstream.opened[0]?.write(frame("e1", "created", request("bc-2")));
  await settled(() => expect(first.ids).toEqual(["bc-1", "bc-2"]));
  upstream.opened[0]?.end();
  await settled(() => {
    clock.advance(500);
    expect(upstream.opened).toHaveLength(2);
  });
  expect(upstream.opened[1]?.lastEventId).toBe("e1");

  const again = browse(one, `queue@${first.lastId}`);
  upstream.opened[1]?.write(frame("e3", "expired", { id: "bc-1" }));
  await settled(() => expect(again.reader.frames.some(({ event }) => event === "change")).toBe(true));
  expect(again.reader.frames.some(({ event }) => event === "list")).toBe(false);
});

it("lists every five seconds if the watch is rejected, and watches once allowed", async () => {
  list([request("bc-1")], "c1");
  upstream.failures.push({
    status: 403,
    body: { error: { code: "role_forbidden", message: "Watching isn't allowed" } },
  });
  watch(stores[0] as Store);
  const viewer = browse(board(stores[0] as Store));
  await settled(() =>
    expect(viewer.state.health).toMatchObject({ mode: "polling", message: "Watching isn't allowed" }),
  );
  list([request("bc-1"), request("bc-2")], "c2");
  await settled(() => expect(clock.dueWithin(5_000)).toBeGreaterThan(0));
  clock.advance(5_000);
  await settled(() => expect(viewer.ids).toEqual(["bc-1", "bc-2"]));
  expect(upstream.opened).toHaveLength(0);
  await settled(() => {
    clock.advance(5_000);
    expect(upstream.opened).toHaveLength(1);
  });
});

it("shows requests for repo-bound pools, which the watch omits, and records pool usage", async () => {
  list([request("bc-1")], "c1");
  const pool = {
    scope: "team",
    ownerId: 1,
    firstSeenAtMs: 1,
    lastSeenAtMs: 1,
    isStale: false,
    workerReadyTimeoutSeconds: 0,
  };
  const bound = {
    ...pool,
    poolName: "web",
    repoOwner: "acme",
    repoName: "web",
    repoUrl: "https://git.example.com/acme/web",
  };
  upstream.runs.set("/v0/private-workers/pools?scope=all", {
    pools: [{ ...bound, connectedWorkerCount: 3, inUseWorkerCount: 2 }],
  });
  const repository = encodeURIComponent(bound.repoUrl);
  upstream.runs.set(`${listPath}&repository=${repository}`, { requests: [request("bc-2", "web")], streamCursor: "r1" });
  const queue = new QueueCache();
  const [store] = stores as [Store];
  const writer = new QueueWriter({ store, source: "s", queue, clock, log });
  const { service } = upstream;
  const onPools = samplePools({ store, source: "s", rows: () => queue.all(), now: () => clock.now() });
  void watchQueue({ service, queue, signal: end.signal, random: () => 0, changed: (health) => writer.changed(health) });
  void watchRepositories({ service, queue, log, signal: end.signal, changed: () => writer.changed(), onPools });
  const viewer = browse(board(store));
  await settled(() => expect(viewer.ids).toEqual(["bc-1", "bc-2"]));
  await vi.waitFor(
    async () => {
      const samples = await readSamples(store, "s", "web", 0);
      expect(samples).toMatchObject([{ connected: 3, inUse: 2, waiting: 1 }]);
    },
    { timeout: 20_000 },
  );

  // Deleting the pool also ends reading its repository's list.
  upstream.runs.set("/v0/private-workers/pools?scope=all", { pools: [] });
  await settled(() => {
    // The round that stored the sample may not have ended yet.
    clock.advance(1_000);
    expect(viewer.ids).toEqual(["bc-1"]);
  });
});

it("takes over from a stopped watcher and removes requests that left the queue in the meantime", async () => {
  list([request("bc-1"), request("bc-2")], "c1");
  watch(stores[0] as Store);
  const viewer = browse(board(stores[1] as Store));
  await settled(() => expect(viewer.ids).toEqual(["bc-1", "bc-2"]));
  list([request("bc-2"), request("bc-3")], "c2");
  watch(stores[1] as Store);
  await settled(() => expect(viewer.ids).toEqual(["bc-2", "bc-3"]));
});

it("is watched by one of the dashboards sharing a database, with failover, and visible in all of them", async () => {
  list([request("bc-1")], "c1");
  const ends = stores.map(() => new AbortController());
  const { service } = upstream;
  const leads = stores.map((store, index) => {
    const signal = AbortSignal.any([end.signal, (ends[index] as AbortController).signal]);
    return leadQueue({ store, service, source: "s", log, signal });
  });
  const viewers = stores.map((store) => browse(board(store)));
  await settled(() => expect(viewers.map(({ ids }) => ids)).toEqual([["bc-1"], ["bc-1"]]));
  await settled(() => expect(upstream.opened).toHaveLength(1));
  // Other processes retry the lock and don't get it.
  await settled(() => expect(clock.dueWithin(5_000)).toBeGreaterThan(0));
  clock.advance(5_000);
  upstream.opened[0]?.write(frame("e1", "created", request("bc-2")));
  await settled(() => expect(viewers.map(({ ids }) => ids)).toEqual(viewers.map(() => ["bc-1", "bc-2"])));
  expect(upstream.opened).toHaveLength(1);

  // The watcher stops. The next list contains the changes since.
  list([request("bc-2"), request("bc-3")], "c2");
  const { rows } = await (stores[0] as Store).pool.query<{ pid: number }>(
    "select pid from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())",
  );
  expect(rows).toHaveLength(1);
  await (stores[1] as Store).pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await settled(() => expect(upstream.opened[0]?.closed).toBe(true));
  await settled(() => {
    clock.advance(500);
    expect(upstream.opened).toHaveLength(2);
  });
  upstream.opened[1]?.write(frame("e1", "expired", { id: "bc-2" }));
  await settled(() => expect(viewers.map(({ ids }) => ids)).toEqual([["bc-3"], ["bc-3"]]));
  for (const each of ends) each.abort();
  await settled(() => clock.advance(500));
  await Promise.all(leads);
});
