import { and, eq, or, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { pendingRequests } from "../core/store/tables/queue";
import type { RegisteredWorker } from "./registration";
import { runsOn } from "./take-run";

/** The agents whose files a worker should keep: those claimed for it, those it works for, all of a personal machine. */
export async function agentsOf(
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
