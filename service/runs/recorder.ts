import { eq } from "drizzle-orm";
import { isTerminal } from "@/lib/contract/agents/run";
import type { Context } from "../core/context";
import { notify } from "../core/store/notifications";
import { persist } from "../core/store/retry-on-disconnect";
import { agents, runs } from "../core/store/tables/agents";
import type { RunFrame } from "../runner/run-spec";
import { appendEvents, lastSequence } from "./append-events";

/** The run has ended while its agent was still working; nothing more is stored. */
export class RunOver extends Error {
  constructor() {
    super("the run has ended");
    this.name = "RunOver";
  }
}

/**
 * Stores the frames of one run, in order. A lost database connection is waited out; a batch whose commit was not
 * confirmed is recognised when it is there after all, so nothing is stored twice.
 */
export async function createRecorder(context: Context, runId: string) {
  const { db, clock } = context;
  let next = (await lastSequence(db, runId)) + 1;

  return {
    async record(frames: readonly RunFrame[]): Promise<void> {
      if (frames.length === 0) return;
      const stored = await persist(context, () => appendEvents(db, runId, next, frames, clock.now()));
      if (!stored) throw new RunOver();
      next += frames.length;
    },
    async started(): Promise<void> {
      await persist(context, () =>
        db.transaction(async (tx) => {
          const [found] = await tx.select({ agentId: runs.agentId }).from(runs).where(eq(runs.id, runId));
          if (!found) throw new RunOver();
          // Agent before run, as `finish-run.ts` locks them: a run may end in the moment it starts.
          await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, found.agentId)).for("update");
          const [run] = await tx.select().from(runs).where(eq(runs.id, runId)).for("update");
          if (!run || isTerminal(run.status)) throw new RunOver();
          const updatedAt = clock.now();
          await tx.update(runs).set({ status: "RUNNING", updatedAt }).where(eq(runs.id, runId));
          await tx.update(agents).set({ updatedAt }).where(eq(agents.id, run.agentId));
          await notify(tx, "run", runId);
        }),
      );
    },
  };
}
