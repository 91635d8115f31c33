import { eq } from "drizzle-orm";
import { isTerminal } from "@/lib/contract/agents/run";
import type { RunFrame } from "@/runner/run/run-spec";
import type { Context } from "../core/context";
import { notify } from "../core/store/notifications";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { agents, runs } from "../core/store/tables/agents";
import type { Transaction } from "../core/store/transaction";
import { appendEvents, lastSequence, numberFrames } from "./append-events";
import { storeQuestions } from "./questions";
import type { WithRunFeeds } from "./run-feeds";

/** The run ended while its agent was still working; later frames are discarded. */
export class RunEndedError extends Error {
  constructor() {
    super("the run has ended");
    this.name = "RunEndedError";
  }
}

/**
 * Stores the frames of one run, in order. Retries when the database connection is lost; frames are numbered, so a batch
 * whose commit wasn't confirmed is never stored twice.
 */
export async function createRecorder(context: Context & WithRunFeeds, runId: string) {
  const { db, database, clock, notifications, runFeeds } = context;
  let next = (await lastSequence(db, runId)) + 1;

  return {
    async record(frames: readonly RunFrame[]): Promise<void> {
      if (frames.length === 0) return;
      // First, so that frames that are sent again after a crash also store their question again.
      await storeQuestions(context, runId, frames);
      const numbered = numberFrames(runId, next, frames);
      const appended = await retryOnDisconnect(context, () => appendEvents(database, runId, numbered, clock.now()));
      if (!appended) throw new RunEndedError();
      next += frames.length;
      // A frame that was stored before may differ from this one.
      if (appended.stored === frames.length) runFeeds.publish(runId, appended.status, numbered);
      else runFeeds.wake(runId);
      notifications.announce("run", runId);
    },
    /** Throws {@link RunEndedError} if the run has ended, or `mayStart` returns false. The run can't move while it's called. */
    async started(mayStart: (tx: Transaction) => Promise<boolean> = async () => true): Promise<void> {
      await retryOnDisconnect(context, () =>
        db.transaction(async (tx) => {
          const [found] = await tx.select({ agentId: runs.agentId }).from(runs).where(eq(runs.id, runId));
          if (!found) throw new RunEndedError();
          // Lock the agent before the run, like `finish-run.ts`, because a run may end as it starts.
          await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, found.agentId)).for("update");
          const [run] = await tx.select().from(runs).where(eq(runs.id, runId)).for("update");
          if (!run || isTerminal(run.status) || !(await mayStart(tx))) throw new RunEndedError();
          const updatedAt = clock.now();
          await tx.update(runs).set({ status: "RUNNING", updatedAt }).where(eq(runs.id, runId));
          await tx.update(agents).set({ updatedAt }).where(eq(agents.id, run.agentId));
          await notify(tx, "run", runId);
        }),
      );
    },
  };
}
