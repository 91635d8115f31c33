import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { listPools } from "@/lib/contract/pools/list-pools";
import type { Pool } from "@/lib/contract/pools/pool";
import { implement } from "../core/http/implement";
import { pools, workers } from "../core/store/tables/pools";
import type { PoolRow } from "./pool-key";
import { inUse, scopeNames, servesOne } from "./pool-rows";
import { asServiceAccount } from "./service-account";

/** A pool without workers is stale when none was seen for so long. */
const staleMs = 7 * 24 * 3_600_000;

interface Counts {
  connected: number;
  inUse: number;
  seenAt: number;
}

function poolBody(pool: PoolRow, { connected, inUse: used, seenAt }: Counts, now: number): Pool {
  const lastSeenAtMs = Math.max(pool.lastSeenAt, seenAt);
  return {
    scope: pool.scope,
    ownerId: pool.ownerId,
    poolName: pool.name,
    connectedWorkerCount: connected,
    inUseWorkerCount: used,
    firstSeenAtMs: pool.firstSeenAt,
    lastSeenAtMs,
    isStale: connected === 0 && now - lastSeenAtMs > staleMs,
    ...(pool.repoOwner === null ? {} : { repoOwner: pool.repoOwner }),
    ...(pool.repoName === null ? {} : { repoName: pool.repoName }),
    ...(pool.repoUrl === null ? {} : { repoUrl: pool.repoUrl }),
    workerReadyTimeoutSeconds: pool.workerReadyTimeoutSeconds,
  };
}

/** The pools of the team and of its people, by name; stale ones only when asked for. */
export const listPoolsOperation = implement(listPools, async ({ query, principal }, context) => {
  const account = asServiceAccount(principal);
  const { scope, includeStale } = query;
  const rows = await context.db
    .select({
      pool: pools,
      connected: sql<number>`count(${workers.id})::int`,
      inUse: sql<number>`(count(${workers.id}) filter (where ${inUse}))::int`,
      seenAt: sql<string>`coalesce(max(${workers.lastSeenAt}), 0)`,
    })
    .from(pools)
    .leftJoin(workers, and(eq(workers.poolId, pools.id), isNotNull(workers.connectionId)))
    .where(
      and(
        eq(pools.teamId, account.teamId),
        isNull(pools.deregisteredAt),
        servesOne(pools, await scopeNames(context, account)),
        scope === "all" ? undefined : eq(pools.scope, scope === "team_pool" ? "team" : "user"),
      ),
    )
    .groupBy(pools.id)
    .orderBy(asc(pools.name), asc(pools.firstSeenAt), asc(pools.id));
  const now = context.clock.now();
  const found = rows.map(({ pool, seenAt, ...counts }) => poolBody(pool, { ...counts, seenAt: Number(seenAt) }, now));
  return { pools: includeStale ? found : found.filter(({ isStale }) => !isStale) };
});
