import { mkdir } from "node:fs/promises";
import type { FromWorker } from "@/lib/contract/worker-protocol/from-worker";
import { unacknowledgedBytes } from "@/lib/contract/worker-protocol/limits";
import type { WireOutcome, WireRunSpec } from "@/lib/contract/worker-protocol/run-parts";
import type { Clock } from "@/lib/core/clock";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import { processMarker } from "@/service/runner/agent-environment";
import { executeRun } from "@/service/runner/execute-run";
import { endProcesses } from "@/service/runner/process-tree";
import { RunFailure } from "@/service/runner/run-failure";
import type { RunLimits } from "@/service/runner/run-limits";
import type { RunContext, RunEgress, RunFrame, RunSpec } from "@/service/runner/run-spec";
import type { SandboxDriver } from "@/service/runner/sandbox/sandbox";
import { ApiRefusal, type ServiceApi } from "./service-api";
import { runHook } from "./session-hook";
import type { Assignment, RunSpool } from "./spool";
import { uploadArtifacts } from "./upload-artifacts";
import type { SessionEnd } from "./worker-metrics";

/** Bytes of frames a run may keep on disk before its agent is read no further. */
const mostSpooledBytes = 256 * 1024 * 1024;

export interface TaskOptions {
  spool: RunSpool;
  workspaceDir: string;
  commands: ReadonlyMap<string, readonly string[]>;
  api: ServiceApi;
  /** Sends on the connection that is open; what can't be sent comes again after the next welcome. */
  send(message: FromWorker): void;
  sendText(text: string): void;
  gitCredential: RunContext["gitCredential"];
  endpoint: string;
  sandbox: SandboxDriver;
  egress(model: string): RunEgress;
  limits: RunLimits;
  onSessionStart: string | undefined;
  onSessionEnd: string | undefined;
  /** Upper-case name that variables begin with. */
  prefix: string;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** The runner's own form of what the service sent. */
function specOf(wire: WireRunSpec, options: TaskOptions): RunSpec {
  const command = options.commands.get(wire.model.id);
  if (!command) throw new RunFailure("invalid_model", `the worker has no agent for the model ${wire.model.id}`);
  return {
    ...wire,
    command,
    workspaceDir: options.workspaceDir,
    repositories: wire.repositories.map(({ url, cloneUrl, startingRef, directory }) => ({
      url,
      cloneUrl: new URL(cloneUrl, `${options.endpoint}/`).href,
      startingRef,
      directory,
    })),
    sessionId: wire.sessionId,
    selfHosted: true,
  };
}

/** One run on this worker: from its assignment, or from what an earlier process left of it, until the service has it all. */
export class RunTask {
  readonly assignment: Assignment;
  readonly #options: TaskOptions;
  readonly #cancel = new AbortController();
  readonly #over = new AbortController();
  #connected = false;
  /** Changes with every connection: what was read for the one before is not sent on the next. */
  #epoch = 0;
  readonly #pump = coalesce(() =>
    this.#sendAll().catch((error) => this.#options.log.error({ err: error }, "frames could not be read back")),
  );
  #deliverable = false;
  #outcomeSent = false;
  #wake: (() => void)[] = [];
  #end: SessionEnd = "session_closed";
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: TaskOptions) {
    this.#options = options;
    this.assignment = options.spool.assignment;
  }

  /** Carries the run out and delivers it. Resolves when the service wants no more of it. */
  async carryOut(): Promise<SessionEnd> {
    const work = this.#runAgent();
    this.#work = work;
    await this.#settle(await work);
    return this.#end;
  }

  /** Ends a run that a process before this one had under way, and delivers what there is of it. */
  async takeUp(): Promise<SessionEnd> {
    const { spool, prefix } = this.#options;
    await endProcesses({ marker: processMarker(prefix, this.assignment.runId), groups: [] });
    const message = "The worker was restarted while the run was under way; send a follow-up to go on";
    const error = { code: "worker_restarted", message };
    await this.#settle(spool.outcome ?? { status: "ERROR", error, branches: [] });
    return this.#end;
  }

  /** Ends the agent's processes, and resolves when they are gone; the run's end is delivered all the same. */
  async abort(): Promise<void> {
    this.#end = "session_aborted";
    this.#cancel.abort();
    await this.#work;
  }

  async welcomed(stored: number): Promise<void> {
    this.#epoch += 1;
    this.#outcomeSent = false;
    this.#connected = true;
    await this.#options.spool.welcome(stored);
    this.#pump();
  }

  disconnected(): void {
    this.#connected = false;
  }

  async acknowledged(through: number): Promise<void> {
    await this.#options.spool.acknowledge(through);
    for (const wake of this.#wake.splice(0)) wake();
    this.#pump();
  }

  /** The service has ended the run, or has its outcome. `missed`: it did so while the connection was gone. */
  over(missed: boolean): void {
    if (missed && !this.#deliverable) this.#end = "connection_timeout";
    this.#over.abort();
    this.#cancel.abort();
    for (const wake of this.#wake.splice(0)) wake();
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  async #record(frames: readonly RunFrame[]): Promise<void> {
    const { spool } = this.#options;
    while (spool.size > mostSpooledBytes && !this.isOver)
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    if (this.isOver) return;
    await spool.keep(frames);
    this.#pump();
  }

  #variables(): Record<string, string> {
    const { agentId, runId } = this.assignment;
    const { prefix } = this.#options;
    return { [`${prefix}_CONVERSATION_ID`]: agentId, [`${prefix}_REQUEST_ID`]: runId };
  }

  async #runAgent(): Promise<WireOutcome> {
    const { api, onSessionStart, workspaceDir, clock, ids, sandbox, egress, limits, log } = this.#options;
    try {
      const wire = await api.specification(this.assignment, this.#cancel.signal);
      if (onSessionStart !== undefined) {
        await mkdir(workspaceDir, { recursive: true, mode: 0o700 });
        const variables = this.#variables();
        await runHook(onSessionStart, { name: "the session's start command", cwd: workspaceDir, variables }).catch(
          (error) => {
            throw new RunFailure("session_start_failed", error instanceof Error ? error.message : String(error));
          },
        );
      }
      const outcome = await executeRun(specOf(wire, this.#options), {
        record: (frames) => this.#record(frames),
        started: async () => undefined,
        gitCredential: this.#options.gitCredential,
        signal: this.#cancel.signal,
        sandbox,
        egress: egress(wire.model.id),
        limits,
        clock,
        ids,
        log,
      });
      return {
        status: outcome.status,
        result: outcome.result,
        branches: [...outcome.branches],
        ...(outcome.error ? { error: outcome.error } : {}),
        ...(outcome.sessionId ? { sessionId: outcome.sessionId } : {}),
        ...(outcome.usage ? { usage: outcome.usage } : {}),
      };
    } catch (error) {
      if (this.#cancel.signal.aborted) return { status: "CANCELLED", branches: [] };
      log.error({ err: error }, "a run could not be carried out");
      this.#end = "session_error";
      const told = error instanceof RunFailure || error instanceof ApiRefusal;
      const message = told ? error.message : "the worker could not carry out the run; its log has the reason";
      const code = error instanceof RunFailure ? error.code : "internal_error";
      return { status: "ERROR", error: { code, message }, branches: [] };
    }
  }

  /** What a stop of the worker cut off is an error: nobody cancelled it. */
  #told(outcome: WireOutcome): WireOutcome {
    if (outcome.status !== "CANCELLED" || this.#end !== "session_aborted" || this.isOver) return outcome;
    const message = "The worker was stopped while the run was under way; send a follow-up to go on";
    return { ...outcome, status: "ERROR", error: { code: "worker_stopped", message } };
  }

  async #settle(made: WireOutcome): Promise<void> {
    const { spool, api, workspaceDir, onSessionEnd, sandbox, log } = this.#options;
    const outcome = this.#told(made);
    await spool.finish(outcome);
    if (onSessionEnd !== undefined) {
      const variables = this.#variables();
      await runHook(onSessionEnd, { name: "the session's end command", cwd: workspaceDir, variables }).catch((error) =>
        log.warn({ err: error }, "the session's end command failed"),
      );
    }
    // A cancelled run has artifacts too, but nobody waits for the service to come back for them.
    const patience = this.isOver ? AbortSignal.timeout(5_000) : this.#over.signal;
    const { assignment } = this;
    await uploadArtifacts({ api, assignment, workspaceDir, sandbox, signal: patience, log }).catch((error) => {
      if (!patience.aborted) log.error({ err: error }, "the artifacts of a run could not be uploaded");
    });
    if (this.isOver) this.#sendOutcome();
    else {
      this.#deliverable = true;
      this.#pump();
      if (this.#end === "session_closed") this.#end = outcome.status === "ERROR" ? "stream_error" : "stream_end";
      await new Promise<void>((resolve) => this.#over.signal.addEventListener("abort", () => resolve()));
    }
    await this.#pump();
    await spool.remove();
  }

  #sendOutcome(): void {
    const { spool, send } = this.#options;
    if (!this.#connected || this.#outcomeSent || !spool.outcome) return;
    this.#outcomeSent = true;
    send({ type: "outcome", runId: this.assignment.runId, frames: spool.window.kept, outcome: spool.outcome });
  }

  /** Sends what is kept, as far as the service keeps up with storing it, and the outcome behind the last frame. */
  async #sendAll(): Promise<void> {
    const { spool, sendText } = this.#options;
    const { runId } = this.assignment;
    while (this.#connected && !this.isOver && spool.underWay < unacknowledgedBytes) {
      const epoch = this.#epoch;
      const batch = await spool.take();
      if (!batch) {
        if (this.#deliverable && epoch === this.#epoch) this.#sendOutcome();
        return;
      }
      if (epoch === this.#epoch && this.#connected) {
        sendText(`{"type":"frames","runId":"${runId}","first":${batch.first},"frames":[${batch.frames.join(",")}]}`);
      }
    }
  }
}
