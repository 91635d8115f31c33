import { pendingRequests } from "@/service/core/store/tables/queue";
import { putPool } from "@/service/pools/put-pool";
import type { Harness } from "./harness";
import { now } from "./jobs";
import { quantile, type Result } from "./result";

const claimers = 32;
const chunk = 1_000;

/** Inserts waiting requests into a new pool and returns their agent ids. */
export async function seedRequests(harness: Harness, pool: string, count: number): Promise<string[]> {
  const { service } = harness;
  const { db, clock } = service;
  const { id: poolId } = await putPool(service, { teamId: 1, scope: "team", ownerId: 1, name: pool });
  const ids: string[] = [];
  for (let seeded = 0; seeded < count; seeded += chunk) {
    const runs = await harness.seedRuns(Math.min(chunk, count - seeded));
    const rows = runs.map(({ id: runId, agentId }) => ({
      agentId,
      teamId: 1,
      poolId,
      poolName: pool,
      anyRepo: true,
      repositoryIds: [],
      model: "script",
      entry: { id: agentId, userId: 1, labels: [{ key: "pool", value: pool }] },
      state: "unclaimed" as const,
      runId,
      queuedAt: clock.now(),
    }));
    await db.insert(pendingRequests).values(rows);
    ids.push(...rows.map(({ agentId }) => agentId));
  }
  return ids;
}

/** Runs the same race with one conditional update per claim over the same connection pool. Returns claims per second. */
async function postgresRace(harness: Harness, ids: readonly string[]): Promise<number> {
  const { pool } = harness.service.database;
  const deadline = harness.service.clock.now() + 3_600_000;
  let won = 0;
  const startedAt = now();
  await Promise.all(
    Array.from({ length: claimers }, async (_, number) => {
      for (const id of ids) {
        const { rowCount } = await pool.query(
          // With a deadline, as a claim has, so that the service doesn't release it meanwhile.
          `update pending_requests set state = 'claimed', worker_id = $2, deadline_at = $3
           where agent_id = $1 and state = 'unclaimed'`,
          [id, `w-${number}`, deadline],
        );
        won += rowCount ?? 0;
      }
    }),
  );
  if (won !== ids.length) throw new Error(`${won} of ${ids.length} requests were claimed`);
  return (ids.length * 1000) / (now() - startedAt);
}

/** Measures requests claimed per second while 32 clients each try to claim all of them. */
async function claims(harness: Harness, count: number): Promise<Result[]> {
  const { url, poolsKey: key } = harness;
  const ids = await seedRequests(harness, "bench-claims", count);
  const { ms } = await harness.runJob({ kind: "claim", url, key, ids, claimers });
  const measured = (count * 1000) / ms;
  const bare = await postgresRace(harness, await seedRequests(harness, "bench-bare", count));
  return [
    {
      name: `claims, ${claimers} concurrent claimers`,
      value: measured,
      unit: "/s",
      reference: [bare, "by Postgres alone"],
      target: { ratio: 0.5 },
    },
    { name: "requests served meanwhile", value: measured * claimers, unit: "/s" },
  ];
}

/** Lists a queue of `count` requests in pages of 100. */
async function paging(harness: Harness, count: number): Promise<Result[]> {
  const { url, poolsKey: key, service } = harness;
  const pool = "bench-pages";
  await seedRequests(harness, pool, count);
  const { ms, events } = await harness.runJob({ kind: "page", url, key, pool });
  if (events !== count) throw new Error(`${events} of ${count} requests were listed`);
  const startedAt = now();
  await service.database.pool.query("select * from pending_requests where pool_name = $1 order by queued_at", [pool]);
  const bare = now() - startedAt;
  return [
    {
      name: `${count.toLocaleString("en")} pending requests, all pages`,
      value: ms,
      unit: "ms",
      reference: [bare, "to select the rows"],
      target: { ratio: 4 },
    },
  ];
}

/** Measures the time from the request and the response of a claim or release until a watch receives its event. */
async function watching(harness: Harness, transitions: number): Promise<Result[]> {
  const { url, poolsKey: key } = harness;
  const pool = "bench-watch";
  const [id = ""] = await seedRequests(harness, pool, 1);
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/v0/private-workers${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`);
    return (await response.json()) as { streamCursor: string };
  };
  const { streamCursor: cursor } = await call("GET", `/pending-requests?pool=${pool}`);
  const { done } = await harness.startJob({ kind: "watch", url, key, pool, cursor, events: transitions });
  const requested: number[] = [];
  const responded: number[] = [];
  for (let index = 0; index < transitions; index += 1) {
    requested.push(now());
    if (index % 2 === 0) await call("POST", "/claim", { id, workerId: "w-1" });
    else await call("POST", `/claims/${id}/release`);
    responded.push(now());
  }
  const { arrivals } = await done;
  const since = (times: readonly number[]) =>
    arrivals.map(({ sequence, at }) => Math.max(0, at - (times[sequence] ?? Number.NaN)));
  const result = (what: string, values: readonly number[], share: number): Result => ({
    name: `${what}, p${share * 100}`,
    value: quantile(values, share),
    unit: "ms",
  });
  return [
    result("transition response → watch event", since(responded), 0.5),
    result("transition response → watch event", since(responded), 0.95),
    result("transition request → watch event", since(requested), 0.5),
    result("transition request → watch event", since(requested), 0.95),
  ];
}

export async function queue(harness: Harness, scaled: (size: number, least: number) => number): Promise<Result[]> {
  return [
    ...(await claims(harness, scaled(100, 10))),
    ...(await paging(harness, scaled(10_000, 200))),
    ...(await watching(harness, scaled(300, 20))),
  ];
}
