import { eq, sql } from "drizzle-orm";
import { getWorkerSummary } from "@/lib/contract/pools/get-worker-summary";
import { implement } from "../core/http/implement";
import { agents } from "../core/store/tables/agents";
import { pools, workers } from "../core/store/tables/pools";
import { pendingRequests } from "../core/store/tables/queue";
import { serviceAccounts } from "../core/store/tables/users";
import { inUse } from "../pools/pool-rows";
import { requireServiceAccount } from "../pools/service-account";
import { visibleWorkers } from "./worker-rows";

/** Condition: the worker is executing a run of an agent of the user. */
const inUseBy = (userId: number | null) => sql`exists (
  select 1 from ${pendingRequests} join ${agents} on ${agents.id} = ${pendingRequests.agentId}
  where ${pendingRequests.teamId} = ${workers.teamId} and ${pendingRequests.runWorkerId} = ${workers.id}
    and ${agents.userId} = ${userId})`;

/**
 * Counts the team's connected workers and those in use. `userSummary` counts those of the user the calling service account
 * acts for; without one, it is absent (supplement, "Summary").
 */
export const getWorkerSummaryOperation = implement(getWorkerSummary, async ({ principal }, context) => {
  const account = requireServiceAccount(principal);
  const [caller] = await context.db
    .select({ userId: serviceAccounts.userId })
    .from(serviceAccounts)
    .where(eq(serviceAccounts.id, account.serviceAccountId));
  const userId = caller?.userId ?? null;
  const count = (condition = sql`true`) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const ofUser = sql`${workers.userId} = ${userId}`;
  const [counted] = await context.db
    .select({
      totalConnected: count(),
      inUse: count(inUse),
      ofUser: count(ofUser),
      ofUserInUse: count(sql`${ofUser} and ${inUse}`),
      teamInUseByUser: count(sql`${pools.scope} = 'team' and ${inUseBy(userId)}`),
    })
    .from(workers)
    .leftJoin(pools, eq(pools.id, workers.poolId))
    .where(await visibleWorkers(context, account));
  const { totalConnected = 0, inUse: used = 0, ofUser: own = 0, ofUserInUse = 0, teamInUseByUser = 0 } = counted ?? {};
  return {
    ...(userId === null
      ? {}
      : { userSummary: { totalConnected: own, inUse: ofUserInUse, teamWorkersInUseByUser: teamInUseByUser } }),
    teamSummary: { totalConnected, inUse: used },
  };
});
