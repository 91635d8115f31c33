import { and, eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { runs } from "../core/store/tables/agents";
import { pendingRequests } from "../core/store/tables/queue";
import { decline, type RequestRow, type Transition } from "../queue/request-state";
import { transitionRequest } from "../queue/transition-request";
import type { RegisteredWorker } from "./registration";
import { runsOn } from "./take-run";

/**
 * Returns a run that hasn't started to the queue and ends its claim: `decline` for one its worker returns, `lose` for one of an
 * offline worker. Returns false if it has started or ended.
 */
export async function declineRun(
  { db, clock }: Pick<Context, "db" | "clock">,
  worker: Pick<RegisteredWorker, "teamId" | "workerId">,
  runId: string,
  transition: (row: RequestRow) => Transition = decline,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Lock the run before the request, like `finish-run.ts`, so that it can't start or end concurrently.
    const [run] = await tx.select({ status: runs.status }).from(runs).where(eq(runs.id, runId)).for("update");
    const [row] = await tx
      .select()
      .from(pendingRequests)
      .where(and(runsOn(worker), eq(pendingRequests.runId, runId)))
      .for("update");
    if (!row || run?.status !== "CREATING") return false;
    await transitionRequest(tx, row, transition(row), clock.now());
    return true;
  });
}
