import { and, eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { runs } from "../core/store/tables/agents";
import { pendingRequests } from "../core/store/tables/queue";
import { moveRequest } from "../queue/move-request";
import { decline } from "../queue/request-state";
import type { RegisteredWorker } from "./registration";
import { runsOn } from "./take-run";

/** Gives back a run that was taken and not begun: its claim ends, and it waits for anyone. False when it has begun or ended. */
export async function declineRun(
  { db, clock }: Pick<Context, "db" | "clock">,
  worker: Pick<RegisteredWorker, "teamId" | "workerId">,
  runId: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // The run before the request, as every ending locks them: it must not begin or end meanwhile.
    const [run] = await tx.select({ status: runs.status }).from(runs).where(eq(runs.id, runId)).for("update");
    const [row] = await tx
      .select()
      .from(pendingRequests)
      .where(and(runsOn(worker), eq(pendingRequests.runId, runId)))
      .for("update");
    if (!row || run?.status !== "CREATING") return false;
    await moveRequest(tx, row, decline(row), clock.now());
    return true;
  });
}
