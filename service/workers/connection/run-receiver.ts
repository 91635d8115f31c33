import { and, eq } from "drizzle-orm";
import { ProtocolViolation } from "@/lib/contract/worker-protocol/messages";
import type { WireFrame, WireOutcome } from "@/lib/contract/worker-protocol/run-parts";
import { repeatedFrames } from "@/lib/contract/worker-protocol/send-window";
import type { AgentsContext } from "../../agent-access/agents-context";
import { retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import { agents } from "../../core/store/tables/agents";
import { pendingRequests } from "../../core/store/tables/queue";
import type { Transaction } from "../../core/store/transaction";
import { lastSequence } from "../../runs/append-events";
import { finishRun } from "../../runs/finish-run";
import { createRecorder, RunEndedError } from "../../runs/recorder";
import { hasEnded } from "../../runs/run-end";
import type { WithRunFeeds } from "../../runs/run-feeds";
import type { RegisteredWorker } from "../registration";
import { runsOn } from "../take-run";
import { reportableBranches } from "./reportable-branches";

/** Receives one run's frames and outcome from a worker and stores them like those of the local runner. */
export interface RunReceiver {
  readonly agentId: string;
  /** Stores the frames that aren't stored yet. Returns the number of the run's stored frames. Throws {@link RunEndedError}. */
  frames(messages: readonly { first: number; frames: readonly WireFrame[] }[]): Promise<number>;
  /** Ends the run with the worker's outcome, unless it has already ended, or moved to another worker. */
  outcome(frames: number, outcome: WireOutcome): Promise<void>;
}

/** Not allowed in JSON that the database has to parse. */
const nul = "\\u0000";

/** Opens the receiver of a worker's run; `stored` is the number of its stored frames. */
export async function openRunReceiver(
  context: AgentsContext & WithRunFeeds,
  worker: Pick<RegisteredWorker, "teamId" | "workerId">,
  { agentId, runId, started: alreadyStarted }: { agentId: string; runId: string; started: boolean },
): Promise<RunReceiver & { stored: number }> {
  const { db } = context;
  let stored = await retryOnDisconnect(context, () => lastSequence(db, runId));
  let started = alreadyStarted;
  /** Another worker can get a run that a silent one hasn't started. */
  const isAssigned = async (tx: Pick<Transaction, "$count">) =>
    (await tx.$count(pendingRequests, and(runsOn(worker), eq(pendingRequests.runId, runId)))) > 0;
  let recorder: Awaited<ReturnType<typeof createRecorder>> | undefined;

  return {
    agentId,
    stored,
    async frames(messages) {
      const fresh: WireFrame[] = [];
      for (const { first, frames } of messages) {
        const at = stored + fresh.length;
        const repeated = repeatedFrames(at, first, frames.length);
        if (repeated === "gap") throw new ProtocolViolation(`gap in the frames of ${runId}: ${first} after ${at}`);
        fresh.push(...frames.slice(repeated));
      }
      if (fresh.some(({ data }) => data === undefined || JSON.stringify(data).includes(nul))) {
        throw new ProtocolViolation(`a frame of ${runId} contains NUL or no data`);
      }
      recorder ??= await retryOnDisconnect(context, () => createRecorder(context, runId));
      if (!started) await recorder.started(isAssigned);
      started = true;
      await recorder.record(fresh.map(({ event, data }) => ({ event, data })));
      stored += fresh.length;
      return stored;
    },
    async outcome(frames, outcome) {
      const ended = await hasEnded(context, runId);
      if (!started && !ended && !(await isAssigned(db))) return;
      if (frames !== stored && !ended)
        throw new ProtocolViolation(`${runId} has ${frames} frames but ${stored} were received`);
      const { sessionId } = outcome;
      const branches = await reportableBranches(context, agentId, outcome.branches);
      const finished = await finishRun(context, runId, { ...outcome, branches });
      // A canceled run ends before its agent reports its session; a follow-up continues in that session.
      if (!finished && sessionId) {
        await retryOnDisconnect(context, () =>
          db.update(agents).set({ sessionId }).where(eq(agents.latestRunId, runId)),
        );
      }
    },
  };
}
