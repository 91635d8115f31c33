import { eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { runs } from "../core/store/tables/agents";
import { pendingRequests } from "../core/store/tables/queue";
import type { RegisteredWorker } from "./registration";
import { runsOn, type TakenRun } from "./take-run";

/**
 * Returns a worker's assigned runs that haven't ended, for when it reconnects. `started`: the agent was already working, so a
 * worker that no longer has the run has lost it.
 */
export async function assignedRuns(
  { db }: Pick<Context, "db">,
  worker: Pick<RegisteredWorker, "teamId" | "workerId">,
): Promise<(TakenRun & { started: boolean })[]> {
  const rows = await db
    .select({
      agentId: pendingRequests.agentId,
      model: pendingRequests.model,
      runId: runs.id,
      status: runs.status,
    })
    .from(pendingRequests)
    .innerJoin(runs, eq(runs.id, pendingRequests.runId))
    .where(runsOn(worker));
  return rows.map(({ status, ...run }) => ({ ...run, started: status !== "CREATING" }));
}
