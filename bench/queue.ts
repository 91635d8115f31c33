import { pendingRequests } from "@/service/core/store/tables/queue";
import { putPool } from "@/service/pools/put-pool";
import { type Figure, milliseconds, quantile, ratio } from "./figure";
import { now } from "./jobs";
import type { Stage } from "./stage";

const claimers = 32;
const chunk = 1_000;
const rate = (value: number) => `${Math.round(value).toLocaleString("en")}/s`;

/** Requests that wait in a pool of their own, seeded as rows. */
export async function seedRequests(stage: Stage, pool: string, count: number): Promise<string[]> {
  const { service } = stage;
  const { db, clock } = service;
  const { id: poolId } = await putPool(service, { teamId: 1, scope: "team", ownerId: 1, name: pool });
  const ids: string[] = [];
  for (let seeded = 0; seeded < count; seeded += chunk) {
    const runs = await stage.seedRuns(Math.min(chunk, count - seeded));
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

/** What Postgres alone does with the same race: one conditional update for each call, over the same pool. */
async function bareRace(stage: Stage, ids: readonly string[]): Promise<number> {
  const { pool } = stage.service.database;
  let won = 0;
  const began = now();
  await Promise.all(
    Array.from({ length: claimers }, async (_, number) => {
      for (const id of ids) {
        const { rowCount } = await pool.query(
          "update pending_requests set state = 'claimed', worker_id = $2 where agent_id = $1 and state = 'unclaimed'",
          [id, `w-${number}`],
        );
        won += rowCount ?? 0;
      }
    }),
  );
  if (won !== ids.length) throw new Error(`${won} of ${ids.length} were won`);
  return (ids.length * 1000) / (now() - began);
}

/** Requests claimed per second while 32 claimers all claim all of them; each is won once. */
async function claims(stage: Stage, count: number): Promise<Figure[]> {
  const { url, poolsKey: key } = stage;
  const ids = await seedRequests(stage, "bench-claims", count);
  const { ms } = await stage.read({ kind: "claim", url, key, ids, claimers });
  const measured = (count * 1000) / ms;
  const bare = await bareRace(stage, await seedRequests(stage, "bench-bare", count));
  const against = `${rate(bare)} by Postgres alone`;
  return [
    { name: `claims, ${claimers} racing claimers`, measured: rate(measured), against, ratio: ratio(measured, bare) },
    { name: "calls answered meanwhile", measured: rate(measured * claimers), against: "–", ratio: "–" },
  ];
}

/** A queue of `count` requests, read in pages of a hundred. */
async function paging(stage: Stage, count: number): Promise<Figure[]> {
  const { url, poolsKey: key, service } = stage;
  const pool = "bench-pages";
  await seedRequests(stage, pool, count);
  const { ms, events } = await stage.read({ kind: "page", url, key, pool });
  if (events !== count) throw new Error(`${events} of ${count} requests were listed`);
  const began = now();
  await service.database.pool.query("select * from pending_requests where pool_name = $1 order by queued_at", [pool]);
  const bare = now() - began;
  return [
    {
      name: `${count.toLocaleString("en")} pending requests paged to completion`,
      measured: milliseconds(ms),
      against: `${milliseconds(bare)} to select the rows`,
      ratio: ratio(ms, bare),
    },
  ];
}

/** From the answer to a claim or release, or the call if the event is faster, to its event at a watch. */
async function watching(stage: Stage, transitions: number): Promise<Figure[]> {
  const { url, poolsKey: key } = stage;
  const pool = "bench-watch";
  const [id = ""] = await seedRequests(stage, pool, 1);
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/v0/private-workers${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return (await answer.json()) as { streamCursor: string };
  };
  const { streamCursor: cursor } = await call("GET", `/pending-requests?pool=${pool}`);
  const { done } = await stage.open({ kind: "watch", url, key, pool, cursor, events: transitions });
  const called: number[] = [];
  const answered: number[] = [];
  for (let index = 0; index < transitions; index += 1) {
    called.push(now());
    if (index % 2 === 0) await call("POST", "/claim", { id, workerId: "w-1" });
    else await call("POST", `/claims/${id}/release`);
    answered.push(now());
  }
  const { arrivals } = await done;
  const since = (times: readonly number[]) =>
    arrivals.map(({ sequence, at }) => Math.max(0, at - (times[sequence] ?? Number.NaN)));
  const figure = (what: string, values: readonly number[], share: number): Figure => ({
    name: `${what}, p${share * 100}`,
    measured: milliseconds(quantile(values, share)),
    against: "–",
    ratio: "–",
  });
  return [
    figure("transition answered → watch event", since(answered), 0.5),
    figure("transition answered → watch event", since(answered), 0.95),
    figure("transition called → watch event", since(called), 0.5),
    figure("transition called → watch event", since(called), 0.95),
  ];
}

export async function queue(stage: Stage, scaled: (size: number, least: number) => number): Promise<Figure[]> {
  return [
    ...(await claims(stage, scaled(100, 10))),
    ...(await paging(stage, scaled(10_000, 200))),
    ...(await watching(stage, scaled(300, 20))),
  ];
}
