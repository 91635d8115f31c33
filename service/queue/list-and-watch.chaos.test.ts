import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listPendingRequests } from "@/lib/contract/pools/list-pending-requests";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { chaosPlan } from "../testing/chaos-plan";
import { openWatch, type PoolFixture, poolFixture, startWorker } from "../testing/pool-fixture";
import { seededNumbers } from "../testing/seeded-numbers";
import { startTwoServices, type TwoServices } from "../testing/two-services";
import { sweepQueue } from "../workers/sweep-queue";

/** Steps of up to four acts at once. */
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
/** A request without what changes by itself. */
const still = ({ wakeTimeoutMs, ...rest }: PendingRequest) => rest;
const sequenceOf = (cursor: string) => both.first.service.queueCursors.read(cursor)?.sequence ?? Number.NaN;

/** Lists to completion, on either service. Time passes between pages: only a list of one page is of one moment. */
async function listAll(pool: string | undefined, random: () => number, limit = "100"): Promise<Listing> {
  const view: View = new Map();
  let pageToken: string | undefined;
  let cursor = "";
  do {
    const query = new URLSearchParams({ limit, ...filter(pool), ...(pageToken ? { pageToken } : {}) });
    const url = random() < 0.5 ? both.first.url : both.second.url;
    const answer = await fetch(`${url}${listPendingRequests.path}?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const page = listPendingRequests.response.parse(await answer.json());
    for (const request of page.requests) view.set(request.id, still(request));
    cursor = page.streamCursor;
    pageToken = page.nextPageToken;
  } while (pageToken);
  return { pool, cursor, sequence: sequenceOf(cursor), view };
}

/** One random act, on either service; what it is refused is part of the schedule, what breaks is not. */
function createActs(random: () => number) {
  const agents: string[] = [];
  type Worker = Awaited<ReturnType<typeof startWorker>>;
  const workers = new Map<string, Worker>();
  const given = new Set<string>();
  const ended: string[] = [];
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const poolName = () => pick(["plain", "wake"]) ?? "plain";
  const mayRefuse = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    if (status >= 500) throw new Error(`${status} ${JSON.stringify(body)}`);
  };
  const post = (path: string, body?: object) =>
    both.first.send("POST", path, { key: both.first.keys.user, ...(body ? { body } : {}) });

  const acts: (() => Promise<void>)[] = [
    async () => {
      agents.push((await fixture.launch({ env: { type: "pool", name: poolName() } })).id);
    },
    async () => {
      const id = pick(agents);
      if (id) await mayRefuse(fixture.claim(id, pick(["w-1", "w-2", "w-3", "w-4"]) ?? "w-1"));
    },
    async () => {
      const id = pick(agents);
      if (id) await mayRefuse(fixture.release(id));
    },
    async () => {
      const id = pick(agents);
      if (id) await mayRefuse(post(`/v1/agents/${id}/runs`, { prompt: { text: "Go on" } }));
    },
    async () => {
      const id = pick(agents);
      if (id) await mayRefuse(post(`/v1/agents/${id}/${random() < 0.5 ? "archive" : "unarchive"}`));
    },
    async () => {
      const id = agents.length > 6 ? agents.splice(Math.floor(random() * agents.length), 1)[0] : undefined;
      if (id) await mayRefuse(both.first.send("DELETE", `/v1/agents/${id}`));
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
      // Given to two workers, or twice to one, a run would be executed twice.
      if (given.has(run.runId)) throw new Error(`${run.runId} was given twice`);
      given.add(run.runId);
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
    act: () => acts[pick(weighted) ?? 0]?.() ?? Promise.resolve(),
  };
}

/** From a list on, events lead through every quiet list of the same filter that came later. Answers how many those are. */
async function followFrom(from: Listing, later: readonly Listing[], url: string): Promise<number> {
  const view: View = new Map(from.view);
  const watch = await openWatch(url, key, { ...filter(from.pool), cursor: from.cursor });
  const end = later.at(-1)?.sequence ?? 0;
  const events: { sequence: number; apply(): void }[] = [];
  for (let last = from.sequence; last < end; last = events.at(-1)?.sequence ?? end) {
    const frame = await watch.next();
    if (!frame) throw new Error("the watch ended early");
    const { event, data, id } = frame;
    const whole = event === "created" || event === "claimed_offline";
    const apply = () =>
      whole ? view.set(String(data.id), still(data as PendingRequest)) : view.delete(String(data.id));
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
      const random = seededNumbers(seed);
      const { act, ended } = createActs(random);
      const pools = [undefined, "plain", "wake"];
      const quiet: Listing[] = [];
      const begun: { from: Listing; step: number }[] = [];
      for (let step = 0; step < steps; step += 1) {
        // Pages of this list are of several moments; the events since its cursor set it right.
        const busy = listAll(pools[step % 3], random, "4");
        await Promise.all(Array.from({ length: 1 + Math.floor(random() * 4) }, act));
        begun.push({ from: await busy, step });
        quiet.push(await listAll(pools[step % 3], random));
        begun.push({ from: quiet.at(-1) ?? (await busy), step: step + 1 });
      }
      expect(new Set(ended).size).toBe(ended.length);
      // The last event of each filter, by which a watch is known to have told everything.
      for (const name of ["plain", "wake"]) await fixture.launch({ env: { type: "pool", name } });
      const finals = await Promise.all(pools.map((pool) => listAll(pool, random)));

      let met = 0;
      for (const { from, step } of begun) {
        const final = finals.find(({ pool }) => pool === from.pool);
        if (!final) throw new Error("a filter has no last list");
        const later = quiet.slice(step).filter(({ pool }) => pool === from.pool);
        const last = { ...final, sequence: await lastSequence(final) };
        met += await followFrom(from, [...later, last], random() < 0.5 ? both.first.url : both.second.url);
      }
      expect(met).toBeGreaterThan(steps);
    },
    steps * 4_500,
  );
});

/** The sequence of the last event a filter selects: no event comes after it. */
async function lastSequence({ pool, sequence }: Listing): Promise<number> {
  const { rows } = await both.first.service.database.pool.query<{ last: string }>(
    "select max(sequence) as last from queue_events where sequence <= $1 and ($2::text is null or pool_name = $2)",
    [sequence, pool ?? null],
  );
  return Number(rows[0]?.last);
}
