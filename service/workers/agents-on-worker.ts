import { and, eq, or, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { pendingRequests } from "../core/store/tables/queue";
import type { RegisteredWorker } from "./registration";
import { runsOn } from "./take-run";

/** Returns the ids of agents whose files a worker keeps: claimed or running agents, or all agents of a personal machine. */
export async function agentsOnWorker(
  { db }: Pick<Context, "db">,
  worker: Pick<RegisteredWorker, "teamId" | "workerId" | "poolId" | "userId" | "name">,
): Promise<string[]> {
  const { teamId, workerId, poolId, userId, name } = worker;
  const rows = await db
    .select({ id: pendingRequests.agentId })
    .from(pendingRequests)
    .where(
      or(
        runsOn(worker),
        poolId === null
          ? and(eq(pendingRequests.machineUserId, userId ?? 0), eq(pendingRequests.machineName, name))
          : and(eq(pendingRequests.teamId, teamId), eq(pendingRequests.workerId, workerId)),
      ),
    )
    .orderBy(sql`${pendingRequests.agentId}`);
  return rows.map(({ id }) => id);
}
