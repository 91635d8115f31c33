import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listPendingRequests } from "@/lib/contract/pools/list-pending-requests";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import { chaosPlan } from "../testing/chaos-plan";
import { openWatch, type PoolFixture, poolFixture, startWorker } from "../testing/pool-fixture";
import { startTwoServices, type TwoServices } from "../testing/two-services";
import { sweepQueue } from "../workers/sweep-queue";

/** Steps of up to four concurrent actions. */
const { size: steps, seed } = chaosPlan("list and watch", { short: 40, long: 400, seed: 20_261_121 });

const clock = new FakeClock({ running: true });
let both: TwoServices;
let fixture: PoolFixture;
let key = "";
beforeAll(async () => {
  both = await startTwoServices(clock);
  fixture = poolFixture(both.first);
  key = both.first.keys.serviceAccount;
  await fixture.register({ poolName: "plain" });
  await fixture.register({ poolName: "wake", workerReadyTimeoutSeconds: 2 });
});
afterAll(() => both.close());

type View = Map<string, object>;
interface Listing {
  pool: string | undefined;
  cursor: string;
  sequence: number;
  view: View;
}

const filter = (pool: string | undefined): Record<string, string> => (pool === undefined ? {} : { pool });
/** A request without its time-dependent field. */
const withoutTimeout = ({ wakeTimeoutMs, ...rest }: PendingRequest) => rest;
const sequenceOf = (cursor: string) => both.first.service.queueCursors.read(cursor)?.sequence ?? Number.NaN;

/** Lists all pages, on either service. Only a single-page list is a consistent snapshot. */
async function listAll(pool: string | undefined, random: () => number, limit = "100"): Promise<Listing> {
  const view: View = new Map();
  let pageToken: string | undefined;
  let cursor = "";
  do {
    const query = new URLSearchParams({ limit, ...filter(pool), ...(pageToken ? { pageToken } : {}) });
    const url = random() < 0.5 ? both.first.url : both.second.url;
    const response = await fetch(`${url}${listPendingRequests.path}?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const page = listPendingRequests.response.parse(await response.json());
    for (const request of page.requests) view.set(request.id, withoutTimeout(request));
    cursor = page.streamCursor;
    pageToken = page.nextPageToken;
  } while (pageToken);
  return { pool, cursor, sequence: sequenceOf(cursor), view };
}

/** Random actions on either service. Rejections are part of the schedule, server errors aren't. */
function createActions(random: () => number) {
  const agents: string[] = [];
  type Worker = Awaited<ReturnType<typeof startWorker>>;
  const workers = new Map<string, Worker>();
  const assigned = new Set<string>();
  const ended: string[] = [];
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const poolName = () => pick(["plain", "wake"]) ?? "plain";
  const allowRejection = async (response: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await response;
    if (status >= 500) throw new Error(`${status} ${JSON.stringify(body)}`);
  };
  const post = (path: string, body?: object) =>
    both.first.send("POST", path, { key: both.first.keys.user, ...(body ? { body } : {}) });

  const actions: (() => Promise<void>)[] = [
    async () => {
      agents.push((await fixture.launch({ env: { type: "pool", name: poolName() } })).id);
    },
    async () => {
      const id = pick(agents);
      if (id) await allowRejection(fixture.claim(id, pick(["w-1", "w-2", "w-3", "w-4"]) ?? "w-1"));
    },
    async () => {
      const id = pick(agents);
      if (id) await allowRejection(fixture.release(id));
    },
    async () => {
      const id = pick(agents);
      if (id) await allowRejection(post(`/v1/agents/${id}/runs`, { prompt: { text: "Continue" } }));
    },
    async () => {
      const id = pick(agents);
      if (id) await allowRejection(post(`/v1/agents/${id}/${random() < 0.5 ? "archive" : "unarchive"}`));
    },
    async () => {
      const id = agents.length > 6 ? agents.splice(Math.floor(random() * agents.length), 1)[0] : undefined;
      if (id) await allowRejection(both.first.send("DELETE", `/v1/agents/${id}`));
    },
    async () => {
      const number = 1 + Math.floor(random() * 4);
      const workerId = `w-${number}`;
      const known = workers.get(workerId);
      const service = random() < 0.5 ? both.first.service : both.second.service;
      workers.delete(workerId);
      if (known) await known.disconnect();
      else workers.set(workerId, await startWorker(service, key, { workerId, pool: number % 2 ? "plain" : "wake" }));
    },
    async () => {
      const worker = pick([...workers.values()]);
      const run = await worker?.take();
      if (!worker || !run) return;
      // A run assigned twice would be executed twice.
      if (assigned.has(run.runId)) throw new Error(`${run.runId} was assigned twice`);
      assigned.add(run.runId);
      if (random() < 0.7 && (await worker.finish(run))) ended.push(run.runId);
    },
    async () => {
      clock.advance(Math.floor(random() * 1_500));
      await sweepQueue(random() < 0.5 ? both.first.service : both.second.service);
    },
  ];
  // Weights: launching, claiming, following up and taking keep the queue moving.
  const weighted = [0, 0, 0, 1, 1, 2, 3, 3, 3, 4, 5, 6, 6, 7, 7, 7, 8];
  return {
    ended,
    act: () => actions[pick(weighted) ?? 0]?.() ?? Promise.resolve(),
  };
}

/** Applies events to a list and compares the result with each later snapshot of the same filter. Returns their number. */
async function followFrom(from: Listing, later: readonly Listing[], url: string): Promise<number> {
  const view: View = new Map(from.view);
  const watch = await openWatch(url, key, { ...filter(from.pool), cursor: from.cursor });
  const end = later.at(-1)?.sequence ?? 0;
  const events: { sequence: number; apply(): void }[] = [];
  for (let last = from.sequence; last < end; last = events.at(-1)?.sequence ?? end) {
    const frame = await watch.next();
    if (!frame) throw new Error("the watch ended early");
    const { event, data, id } = frame;
    const isListed = event === "created" || event === "claimed_offline";
    const apply = () =>
      isListed ? view.set(String(data.id), withoutTimeout(data as PendingRequest)) : view.delete(String(data.id));
    events.push({ sequence: sequenceOf(id), apply });
  }
  await watch.close();
  for (const list of later) {
    while (events[0] && events[0].sequence <= list.sequence) events.shift()?.apply();
    expect(Object.fromEntries(view)).toEqual(Object.fromEntries(list.view));
  }
  return later.length;
}

describe("list and watch", () => {
  it(
    `P-WATCH-13, P-WATCH-26, P-QUEUE-20: agree at every cursor over ${steps} steps of a seeded schedule on two services`,
    async () => {
      const random = seededRandom(seed);
      const { act, ended } = createActions(random);
      const pools = [undefined, "plain", "wake"];
      const snapshots: Listing[] = [];
      const starts: { from: Listing; step: number }[] = [];
      for (let step = 0; step < steps; step += 1) {
        // This list's pages are read at different times; the events since its cursor correct it.
        const busy = listAll(pools[step % 3], random, "4");
        await Promise.all(Array.from({ length: 1 + Math.floor(random() * 4) }, act));
        starts.push({ from: await busy, step });
        snapshots.push(await listAll(pools[step % 3], random));
        starts.push({ from: snapshots.at(-1) ?? (await busy), step: step + 1 });
      }
      expect(new Set(ended).size).toBe(ended.length);
      // A last event for each filter, to detect that a watch is complete.
      for (const name of ["plain", "wake"]) await fixture.launch({ env: { type: "pool", name } });
      const finals = await Promise.all(pools.map((pool) => listAll(pool, random)));

      let compared = 0;
      for (const { from, step } of starts) {
        const final = finals.find(({ pool }) => pool === from.pool);
        if (!final) throw new Error("a filter has no final list");
        const later = snapshots.slice(step).filter(({ pool }) => pool === from.pool);
        const last = { ...final, sequence: await lastSequence(final) };
        compared += await followFrom(from, [...later, last], random() < 0.5 ? both.first.url : both.second.url);
      }
      expect(compared).toBeGreaterThan(steps);
    },
    steps * 4_500,
  );
});

/** Returns the sequence of a filter's last event. */
async function lastSequence({ pool, sequence }: Listing): Promise<number> {
  const { rows } = await both.first.service.database.pool.query<{ last: string }>(
    "select max(sequence) as last from queue_events where sequence <= $1 and ($2::text is null or pool_name = $2)",
    [sequence, pool ?? null],
  );
  return Number(rows[0]?.last);
}
