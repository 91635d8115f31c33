import { and, desc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { Worker } from "@/lib/contract/pools/worker";
import type { Context } from "../core/context";
import { pools, workers } from "../core/store/tables/pools";
import { pendingRequests } from "../core/store/tables/queue";
import { scopedRepositoryNames, servesAnyOf } from "../pools/pool-rows";
import type { ServiceAccount } from "../pools/service-account";

const activeAgent = sql<string | null>`(
  select ${pendingRequests.agentId} from ${pendingRequests}
  where ${pendingRequests.teamId} = ${workers.teamId} and ${pendingRequests.runWorkerId} = ${workers.id}
  order by ${pendingRequests.queuedAt} limit 1)`;

/** Condition for the connected workers a service account can see in a scope. */
export async function visibleWorkers(
  context: Pick<Context, "db">,
  account: ServiceAccount,
  scope: "all" | "team_pool" | "personal" = "all",
): Promise<SQL | undefined> {
  const ofTeam = sql`coalesce(${pools.scope}, 'user')`;
  return and(
    eq(workers.teamId, account.teamId),
    isNotNull(workers.connectionId),
    servesAnyOf(workers, await scopedRepositoryNames(context, account)),
    scope === "all" ? undefined : scope === "team_pool" ? eq(ofTeam, "team") : ne(ofTeam, "team"),
  );
}

/** Selects workers with their active agent, newest first. */
export function selectWorkers({ db }: Pick<Context, "db">, where: SQL | undefined) {
  return db
    .select({ worker: workers, poolScope: pools.scope, poolName: pools.name, activeAgent })
    .from(workers)
    .leftJoin(pools, eq(pools.id, workers.poolId))
    .where(where)
    .orderBy(desc(workers.connectedAt), desc(workers.id));
}

/** Returns a pool API worker (specification, section 2 Worker). */
export function workerBody({
  worker,
  poolScope,
  poolName,
  activeAgent: active,
}: {
  worker: typeof workers.$inferSelect;
  poolScope: "user" | "team" | null;
  poolName: string | null;
  activeAgent: string | null;
}): Worker {
  return {
    workerId: worker.id,
    isInUse: active !== null,
    repoOwner: worker.repoOwner ?? "",
    repoName: worker.repoName ?? "",
    ...(worker.repoUrl === null ? {} : { repoUrl: worker.repoUrl }),
    workspaceRootPath: worker.workspaceRootPath,
    connectedAtMs: worker.connectedAt,
    userId: worker.userId ?? 0,
    ...(poolScope === "team" ? { teamId: worker.teamId } : {}),
    ...(worker.serviceAccountId === null ? {} : { serviceAccountId: worker.serviceAccountId }),
    ...(worker.registrationKeyId === null ? {} : { registrationKeyId: worker.registrationKeyId }),
    ...(active === null ? {} : { activeBcId: active }),
    name: worker.name,
    ...(poolName === null ? {} : { poolName }),
  };
}
