import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { listPools } from "@/lib/contract/pools/list-pools";
import type { Pool } from "@/lib/contract/pools/pool";
import { implement } from "../core/http/implement";
import { pools, workers } from "../core/store/tables/pools";
import type { PoolRow } from "./pool-key";
import { inUse, scopedRepositoryNames, servesAnyOf } from "./pool-rows";
import { requireServiceAccount } from "./service-account";

/** A pool is stale once no worker has connected for this long. */
const staleMs = 7 * 24 * 3_600_000;

interface Counts {
  connected: number;
  inUse: number;
  seenAt: number;
}

function poolBody(pool: PoolRow, { connected, inUse: inUseCount, seenAt }: Counts, now: number): Pool {
  const lastSeenAtMs = Math.max(pool.lastSeenAt, seenAt);
  return {
    scope: pool.scope,
    ownerId: pool.ownerId,
    poolName: pool.name,
    connectedWorkerCount: connected,
    inUseWorkerCount: inUseCount,
    firstSeenAtMs: pool.firstSeenAt,
    lastSeenAtMs,
    isStale: connected === 0 && now - lastSeenAtMs > staleMs,
    ...(pool.repoOwner === null ? {} : { repoOwner: pool.repoOwner }),
    ...(pool.repoName === null ? {} : { repoName: pool.repoName }),
    ...(pool.repoUrl === null ? {} : { repoUrl: pool.repoUrl }),
    workerReadyTimeoutSeconds: pool.workerReadyTimeoutSeconds,
  };
}

/** Lists the team's pools and its members' pools, by name. Stale ones only with `includeStale`. */
export const listPoolsOperation = implement(listPools, async ({ query, principal }, context) => {
  const account = requireServiceAccount(principal);
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
        servesAnyOf(pools, await scopedRepositoryNames(context, account)),
        scope === "all" ? undefined : eq(pools.scope, scope === "team_pool" ? "team" : "user"),
      ),
    )
    .groupBy(pools.id)
    .orderBy(asc(pools.name), asc(pools.firstSeenAt), asc(pools.id));
  const now = context.clock.now();
  const found = rows.map(({ pool, seenAt, ...counts }) => poolBody(pool, { ...counts, seenAt: Number(seenAt) }, now));
  return { pools: includeStale ? found : found.filter(({ isStale }) => !isStale) };
});
