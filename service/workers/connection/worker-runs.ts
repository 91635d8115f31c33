import type { z } from "zod";
import type { WithGit } from "@/git/with-git";
import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { FromWorker } from "@/lib/contract/worker-protocol/from-worker";
import { maxMessageBytes, unacknowledgedBytes } from "@/lib/contract/worker-protocol/limits";
import { ProtocolViolation } from "@/lib/contract/worker-protocol/messages";
import { KeyedMutex } from "@/lib/core/concurrency/keyed-mutex";
import type { Context } from "../../core/context";
import type { WithMergePreparation } from "../../core/hosting-context";
import type { WithGitHub } from "../../github/with-github";
import type { WithRunCredentials } from "../../hosting/git-http/run-credentials";
import type { WithPreviews } from "../../previews/preview-sessions";
import type { WithRemotes } from "../../remotes/remotes";
import { onAnswer } from "../../runs/questions";
import { RunEndedError } from "../../runs/recorder";
import { onRunEnd } from "../../runs/run-end";
import type { WithRunFeeds } from "../../runs/run-feeds";
import { declineRun } from "../decline-run";
import type { RegisteredWorker } from "../registration";
import { gitCredential } from "./git-credential";
import { openRunReceiver, type RunReceiver } from "./run-receiver";
import type { WorkerPreviews } from "./worker-previews";

type Message<Type> = Extract<z.infer<typeof FromWorker>, { type: Type }>;

export type WorkerRunsContext = Context &
  WithGit &
  WithGitHub &
  WithMergePreparation &
  WithPreviews &
  WithRemotes &
  WithRunCredentials &
  WithRunFeeds;

interface WorkerRun {
  receiver: RunReceiver;
  /** Frames received while earlier ones were being stored. They are stored together. */
  waiting: Message<"frames">[];
  /** The run has ended on the service. It still occupies the worker until the worker's final message. */
  over: boolean;
  stopListening(): void;
}

export interface WorkerRunsOptions {
  context: WorkerRunsContext;
  holder: string;
  previews: Pick<WorkerPreviews, "add" | "announce" | "remove">;
  send(message: FromService): void;
  /** A message could not be processed; the connection must be closed. */
  onError(error: unknown): void;
  /** The worker finished a run and can take another. */
  onFree(): void;
}

/** Counted for each message in addition to its length, because small ones can cause queries, too. */
const messageOverhead = 4_096;

/** The runs of one connection. Messages of one run are processed in order; different runs are processed in parallel. */
export class WorkerRuns {
  readonly #runs = new Map<string, WorkerRun>();
  readonly #locks = new KeyedMutex();
  /** Size of the messages that were received but not processed. */
  #waitingSize = 0;

  constructor(private readonly options: WorkerRunsOptions) {}

  get size(): number {
    return this.#runs.size;
  }

  /** Starts accepting messages of a run. Resolves with the number of its stored frames. */
  async add(
    worker: Pick<RegisteredWorker, "teamId" | "workerId">,
    run: { agentId: string; runId: string; started: boolean },
  ): Promise<number> {
    const { context } = this.options;
    const { runId } = run;
    const receiver = await openRunReceiver(context, worker, run);
    const stopEnd = onRunEnd(context, runId, () => this.#end(runId));
    const stopAnswers = onAnswer(context, runId, (questionId, answer) =>
      this.options.send({ type: "answer", runId, questionId, answer }),
    );
    const stopListening = () => {
      stopEnd();
      stopAnswers();
    };
    this.#runs.set(runId, { receiver, waiting: [], over: false, stopListening });
    this.options.previews.add(runId);
    return receiver.stored;
  }

  frames(message: Message<"frames">, length: number): void {
    const { runId } = message;
    this.#runs.get(runId)?.waiting.push(message);
    this.#withRun(runId, length, async ({ receiver, waiting, over }) => {
      const batch = waiting.splice(0);
      if (over || batch.length === 0) return;
      this.options.send({ type: "acknowledge", runId, through: await receiver.frames(batch) });
    });
  }

  outcome({ runId, frames, outcome }: Message<"outcome">, length: number): void {
    this.#withRun(runId, length, async ({ receiver }) => {
      await receiver.outcome(frames, outcome);
      this.#end(runId);
      this.#remove(runId);
    });
  }

  decline(worker: RegisteredWorker, { runId, reason }: Message<"decline">, length: number): void {
    const { context } = this.options;
    this.#withRun(runId, length, async () => {
      context.log.info({ runId, reason }, "worker declined a run");
      await declineRun(context, worker, runId);
      this.#remove(runId);
    });
  }

  /** Ports of a run that isn't this worker's, or has ended, are ignored. */
  ports({ runId, ports }: Message<"ports">): void {
    const run = this.#runs.get(runId);
    if (run && !run.over) this.options.previews.announce(runId, ports);
  }

  credential({ id, runId }: Message<"credential">, length: number): void {
    const { context, holder, send, onError } = this.options;
    const processed = this.#received(length);
    const run = this.#runs.get(runId);
    const found =
      run && !run.over
        ? gitCredential(context, run.receiver.agentId, runId, { holder })
        : Promise.resolve({ reason: "The run has ended or is not assigned to this worker" });
    found
      .then((response) => send({ type: "credential", id, ...response }))
      .catch(onError)
      .finally(processed);
  }

  /** Resolves once all received data is stored. */
  async close(): Promise<void> {
    for (const [runId, { stopListening }] of this.#runs) {
      stopListening();
      await this.#locks.run(runId, async () => undefined);
    }
  }

  #end(runId: string): void {
    const run = this.#runs.get(runId);
    if (!run || run.over) return;
    run.over = true;
    run.stopListening();
    this.options.previews.remove(runId);
    this.options.send({ type: "over", runId });
  }

  #remove(runId: string): void {
    this.#runs.get(runId)?.stopListening();
    this.options.previews.remove(runId);
    this.#runs.delete(runId);
    this.options.onFree();
  }

  /**
   * Counts a message until the returned function is called. Throws {@link ProtocolViolation} if the worker sends more than it may before
   * the service has stored it.
   */
  #received(length: number): () => void {
    const size = length + messageOverhead;
    this.#waitingSize += size;
    if (this.#waitingSize > (this.#runs.size + 1) * (maxMessageBytes + unacknowledgedBytes)) {
      throw new ProtocolViolation("more unacknowledged data than allowed");
    }
    return () => {
      this.#waitingSize -= size;
    };
  }

  #withRun(runId: string, length: number, task: (run: WorkerRun) => Promise<void>): void {
    const run = this.#runs.get(runId);
    if (!run) {
      // The run ended while the worker was offline, or was never assigned to it.
      this.options.send({ type: "over", runId });
      return;
    }
    const processed = this.#received(length);
    this.#locks
      .run(runId, () => task(run))
      .catch((error) => {
        if (error instanceof RunEndedError) this.#end(runId);
        else this.options.onError(error);
      })
      .finally(processed);
  }
}
