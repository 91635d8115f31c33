import type { z } from "zod";
import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { FromWorker } from "@/lib/contract/worker-protocol/from-worker";
import { KeyedMutex } from "@/lib/core/concurrency/keyed-mutex";
import type { Context } from "../../core/context";
import type { WithGit } from "../../git/with-git";
import type { WithRunCredentials } from "../../hosting/git-http/run-credentials";
import type { WithMergePreparation } from "../../hosting/pulls/with-merge-preparation";
import type { WithRemotes } from "../../remotes/remotes";
import { RunOver } from "../../runs/recorder";
import { onRunEnd } from "../../runs/run-end";
import { declineRun } from "../decline-run";
import type { RegisteredWorker } from "../registration";
import { gitCredential } from "./git-credential";
import { openIntake, type RunIntake } from "./run-intake";

type Message<Type> = Extract<z.infer<typeof FromWorker>, { type: Type }>;

export type WorkerRunsContext = Context & WithGit & WithMergePreparation & WithRemotes & WithRunCredentials;

interface WorkerRun {
  intake: RunIntake;
  /** Frames that arrived while earlier ones were being stored; they are stored together. */
  waiting: Message<"frames">[];
  /** The service wants no more of it; it counts until the worker's last message about it. */
  over: boolean;
  stopListening(): void;
}

export interface WorkerRunsOptions {
  context: WorkerRunsContext;
  send(message: FromService): void;
  /** A message could not be processed: the connection has to end. */
  onError(error: unknown): void;
  /** The worker is done with a run: it may take another. */
  onFree(): void;
}

/** The runs of one connection. What arrives for a run is stored in order; runs don't wait for each other. */
export class WorkerRuns {
  readonly #runs = new Map<string, WorkerRun>();
  readonly #turns = new KeyedMutex();

  constructor(private readonly options: WorkerRunsOptions) {}

  get size(): number {
    return this.#runs.size;
  }

  /** Accepts messages of a run. Resolves with how many of its frames are stored. */
  async add(run: { agentId: string; runId: string; begun: boolean }): Promise<number> {
    const { context } = this.options;
    const { runId } = run;
    const intake = await openIntake(context, run);
    const stopListening = onRunEnd(context, runId, () => this.#end(runId));
    this.#runs.set(runId, { intake, waiting: [], over: false, stopListening });
    return intake.stored;
  }

  frames(message: Message<"frames">): void {
    const { runId } = message;
    this.#runs.get(runId)?.waiting.push(message);
    this.#inTurn(runId, async ({ intake, waiting, over }) => {
      const arrived = waiting.splice(0);
      if (over || arrived.length === 0) return;
      this.options.send({ type: "acknowledge", runId, through: await intake.frames(arrived) });
    });
  }

  outcome({ runId, frames, outcome }: Message<"outcome">): void {
    this.#inTurn(runId, async ({ intake }) => {
      await intake.outcome(frames, outcome);
      this.#end(runId);
      this.#remove(runId);
    });
  }

  decline(worker: RegisteredWorker, { runId, reason }: Message<"decline">): void {
    const { context } = this.options;
    this.#inTurn(runId, async () => {
      context.log.info({ runId, reason }, "a worker declined a run");
      await declineRun(context, worker, runId);
      this.#remove(runId);
    });
  }

  credential({ id, runId }: Message<"credential">): void {
    const { context, send, onError } = this.options;
    const run = this.#runs.get(runId);
    const found =
      run && !run.over
        ? gitCredential(context, run.intake.agentId, runId)
        : Promise.resolve({ reason: "The run is not this worker's, or has ended" });
    found.then((answer) => send({ type: "credential", id, ...answer })).catch(onError);
  }

  /** Resolves when everything that arrived is stored. */
  async close(): Promise<void> {
    for (const [runId, { stopListening }] of this.#runs) {
      stopListening();
      await this.#turns.run(runId, async () => undefined);
    }
  }

  #end(runId: string): void {
    const run = this.#runs.get(runId);
    if (!run || run.over) return;
    run.over = true;
    run.stopListening();
    this.options.send({ type: "over", runId });
  }

  #remove(runId: string): void {
    this.#runs.get(runId)?.stopListening();
    this.#runs.delete(runId);
    this.options.onFree();
  }

  #inTurn(runId: string, task: (run: WorkerRun) => Promise<void>): void {
    const run = this.#runs.get(runId);
    if (!run) {
      // A run that ended while its worker was away, or was never assigned to it.
      this.options.send({ type: "over", runId });
      return;
    }
    this.#turns
      .run(runId, () => task(run))
      .catch((error) => {
        if (error instanceof RunOver) this.#end(runId);
        else this.options.onError(error);
      });
  }
}
