import { eq, sql } from "drizzle-orm";
import { getWorkerSummary } from "@/lib/contract/pools/get-worker-summary";
import { implement } from "../core/http/implement";
import { pools, workers } from "../core/store/tables/pools";
import { inUse } from "../pools/pool-rows";
import { requireServiceAccount } from "../pools/service-account";
import { visibleWorkers } from "./worker-rows";

/**
 * Counts the team's connected workers and those in use. `userSummary` is only for callers that are users (supplement,
 * "Summary"), and the operation takes service-account keys.
 */
export const getWorkerSummaryOperation = implement(getWorkerSummary, async ({ principal }, context) => {
  const [counted] = await context.db
    .select({
      totalConnected: sql<number>`count(*)::int`,
      inUse: sql<number>`(count(*) filter (where ${inUse}))::int`,
    })
    .from(workers)
    .leftJoin(pools, eq(pools.id, workers.poolId))
    .where(await visibleWorkers(context, requireServiceAccount(principal)));
  return { teamSummary: counted ?? { totalConnected: 0, inUse: 0 } };
});
