import { eq } from "drizzle-orm";
import { ProtocolViolation } from "@/lib/contract/worker-protocol/messages";
import type { WireFrame, WireOutcome } from "@/lib/contract/worker-protocol/run-parts";
import { repeatedFrames } from "@/lib/contract/worker-protocol/send-window";
import type { Context } from "../../core/context";
import { persist } from "../../core/store/retry-on-disconnect";
import { agents } from "../../core/store/tables/agents";
import type { WithGit } from "../../git/with-git";
import type { WithMergePreparation } from "../../hosting/pulls/with-merge-preparation";
import { lastSequence } from "../../runs/append-events";
import { finishRun } from "../../runs/finish-run";
import { createRecorder, RunOver } from "../../runs/recorder";
import { hasEnded } from "../../runs/run-end";

/** The service's end of one run on a worker: what arrives is stored as the local runner's is, then acknowledged. */
export interface RunIntake {
  readonly agentId: string;
  /** Stores what of these messages is not stored yet, at once; answers how many of the run's frames are. Throws {@link RunOver}. */
  frames(messages: readonly { first: number; frames: readonly WireFrame[] }[]): Promise<number>;
  /** Ends the run as its worker says, unless it has ended already. */
  outcome(frames: number, outcome: WireOutcome): Promise<void>;
}

/** A text that the database could not take apart again. */
const nul = "\\u0000";

/** Opens the intake of a run; `stored` is how many of its frames are stored. */
export async function openIntake(
  context: Context & WithGit & WithMergePreparation,
  { agentId, runId, begun }: { agentId: string; runId: string; begun: boolean },
): Promise<RunIntake & { stored: number }> {
  const { db } = context;
  let stored = await persist(context, () => lastSequence(db, runId));
  let started = begun;
  let recorder: Awaited<ReturnType<typeof createRecorder>> | undefined;

  return {
    agentId,
    stored,
    async frames(messages) {
      const fresh: WireFrame[] = [];
      for (const { first, frames } of messages) {
        const at = stored + fresh.length;
        const repeated = repeatedFrames(at, first, frames.length);
        if (repeated === "gap") throw new ProtocolViolation(`frames of ${runId} are missing: ${first} after ${at}`);
        fresh.push(...frames.slice(repeated));
      }
      if (fresh.some(({ data }) => data === undefined || JSON.stringify(data).includes(nul))) {
        throw new ProtocolViolation(`a frame of ${runId} holds NUL or nothing`);
      }
      recorder ??= await persist(context, () => createRecorder(context, runId));
      if (!started) await recorder.started();
      started = true;
      await recorder.record(fresh.map(({ event, data }) => ({ event, data })));
      stored += fresh.length;
      return stored;
    },
    async outcome(frames, outcome) {
      if (frames !== stored && !(await hasEnded(context, runId)))
        throw new ProtocolViolation(`${runId} has ${frames} frames, ${stored} arrived`);
      const { sessionId } = outcome;
      const finished = await finishRun(context, runId, outcome);
      // A cancelled run has ended before its agent told which session it was; a follow-up goes on in that session.
      if (!finished && sessionId) {
        await persist(context, () => db.update(agents).set({ sessionId }).where(eq(agents.latestRunId, runId)));
      }
    },
  };
}
