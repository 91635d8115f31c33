import { and, eq, not, sql } from "drizzle-orm";
import { listWorkers } from "@/lib/contract/pools/list-workers";
import { implement } from "../core/http/implement";
import { pools, workers } from "../core/store/tables/pools";
import { readPageToken, writePageToken } from "../pools/page-token";
import { inUse } from "../pools/pool-rows";
import { requireServiceAccount } from "../pools/service-account";
import { selectWorkers, visibleWorkers, workerBody } from "./worker-rows";

/** Lists the team's connected workers, newest first. Page tokens are bound to their filters. */
export const listWorkersOperation = implement(listWorkers, async ({ query, principal }, context) => {
  const account = requireServiceAccount(principal);
  const { status, scope, limit, pageToken } = query;
  const list = `workers ${status} ${scope}`;
  const from = readPageToken(list, pageToken);
  const where = and(
    await visibleWorkers(context, account, scope),
    status === "all" ? undefined : status === "in_use" ? inUse : not(inUse),
  );
  const [counted] = await context.db
    .select({ count: sql<number>`count(*)::int` })
    .from(workers)
    .leftJoin(pools, eq(pools.id, workers.poolId))
    .where(where);
  const afterCursor = from && sql`(${workers.connectedAt}, ${workers.id}) < (${from.at}::bigint, ${from.id}::text)`;
  const rows = await selectWorkers(context, and(where, afterCursor)).limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1)?.worker;
  return {
    workers: page.map(workerBody),
    totalCount: counted?.count ?? 0,
    ...(rows.length > limit && last
      ? { nextPageToken: writePageToken({ of: list, at: last.connectedAt, id: last.id }) }
      : {}),
  };
});
