import { mkdir } from "node:fs/promises";
import type { Answer } from "@/lib/contract/agents/question";
import type { FromWorker } from "@/lib/contract/worker-protocol/from-worker";
import { unacknowledgedBytes } from "@/lib/contract/worker-protocol/limits";
import type { WireOutcome, WireRunSpec } from "@/lib/contract/worker-protocol/run-parts";
import type { Clock } from "@/lib/core/clock";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import { processMarker } from "@/runner/environment/agent-environment";
import { endProcesses } from "@/runner/limits/process-tree";
import { RunFailure } from "@/runner/limits/run-failure";
import type { RunLimits } from "@/runner/limits/run-limits";
import { PendingAnswers } from "@/runner/questions/pending-answers";
import { programOf } from "@/runner/run/agent-commands";
import type { ExecuteRun, RunContext, RunEgress, RunFrame, RunPorts, RunSpec } from "@/runner/run/run-spec";
import type { SandboxDriver } from "@/runner/sandbox/sandbox";
import { type ServiceApi, ServiceApiError } from "./service-api";
import { runHook } from "./session-hook";
import type { Assignment, RunSpool } from "./spool";
import { uploadArtifacts } from "./upload-artifacts";
import type { SessionEnd } from "./worker-metrics";

/** Maximum bytes of frames on disk before reading the agent's output is paused. */
const maxSpoolBytes = 256 * 1024 * 1024;

export interface TaskOptions {
  spool: RunSpool;
  workspaceDir: string;
  commands: ReadonlyMap<string, readonly string[]>;
  api: ServiceApi;
  /** Sends on the current connection. Messages that can't be sent are repeated after the next welcome. */
  send(message: FromWorker): void;
  sendText(text: string): void;
  gitCredential: RunContext["gitCredential"];
  portsReady(ports: RunPorts): void;
  portsClosed(): void;
  endpoint: string;
  sandbox: SandboxDriver;
  executeRun: ExecuteRun;
  egress(model: string): RunEgress;
  limits: RunLimits;
  snapshots: RunContext["snapshots"];
  images: RunContext["images"];
  onSessionStart: string | undefined;
  onSessionEnd: string | undefined;
  /** Upper-case prefix of environment variables. */
  prefix: string;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** Converts the service's run spec to the runner's. */
function specOf(wire: WireRunSpec, options: TaskOptions): RunSpec {
  const command = options.commands.get(programOf(wire.model.id));
  if (!command) throw new RunFailure("invalid_model", `this worker doesn't support model ${wire.model.id}`);
  const { egress: _egress, serviceUrls: _serviceUrls, ...spec } = wire;
  return {
    ...spec,
    command,
    workspaceDir: options.workspaceDir,
    repositories: wire.repositories.map(({ url, cloneUrl, startingRef, directory }) => ({
      url,
      cloneUrl: new URL(cloneUrl, `${options.endpoint}/`).href,
      startingRef,
      directory,
    })),
    sessionId: wire.sessionId,
  };
}

/** The worker's egress policy, extended by the service's: a run must satisfy both blocklists. */
function joinPolicies(own: RunEgress, { inherited, blocked }: WireRunSpec["egress"]): RunEgress {
  return { ...own, inherited: [...own.inherited, ...inherited], blocked: [...own.blocked, ...blocked] };
}

/** One run on this worker, new or left by a previous process, until it is fully delivered to the service. */
export class RunTask {
  readonly assignment: Assignment;
  readonly #options: TaskOptions;
  readonly #cancel = new AbortController();
  readonly #over = new AbortController();
  readonly #answers = new PendingAnswers();
  #connected = false;
  /** Incremented with each connection, so that frames read for an earlier one aren't sent on the next. */
  #epoch = 0;
  readonly #pump = coalesce(() =>
    this.#sendAll().catch((error) => this.#options.log.error({ err: error }, "couldn't read frames from disk")),
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

  /** Executes and delivers the run. Resolves once the service no longer needs it. */
  async execute(): Promise<SessionEnd> {
    const work = this.#runAgent();
    this.#work = work;
    await this.#deliver(await work);
    return this.#end;
  }

  /** Ends a run of a previous process and delivers its remaining events. */
  async recover(): Promise<SessionEnd> {
    const { spool, prefix } = this.#options;
    await endProcesses({ marker: processMarker(prefix, this.assignment.runId), groups: [] });
    const message = "The worker restarted during the run";
    const error = { code: "worker_restarted", message };
    await this.#deliver(spool.outcome ?? { status: "ERROR", error, branches: [] });
    return this.#end;
  }

  /** Kills the agent's processes. Resolves once they have exited. The outcome is still delivered. */
  async abort(): Promise<void> {
    this.#end = "session_aborted";
    this.#cancel.abort();
    await this.#work;
  }

  async welcomed(stored: number): Promise<void> {
    this.#epoch += 1;
    this.#outcomeSent = false;
    this.#connected = true;
    await this.#options.spool.resume(stored);
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

  /** The user answered a question of the agent. */
  answered(questionId: string, answer: Answer): void {
    this.#answers.received(questionId, answer);
  }

  /** The service ended the run or received its outcome. `missed`: while the worker was disconnected. */
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
    while (spool.size > maxSpoolBytes && !this.isOver) await new Promise<void>((resolve) => this.#wake.push(resolve));
    if (this.isOver) return;
    await spool.append(frames);
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
        await runHook(onSessionStart, { name: "session start command", cwd: workspaceDir, variables }).catch(
          (error) => {
            throw new RunFailure("session_start_failed", error instanceof Error ? error.message : String(error));
          },
        );
      }
      const outcome = await this.#options.executeRun(specOf(wire, this.#options), {
        record: (frames) => this.#record(frames),
        started: async () => undefined,
        gitCredential: this.#options.gitCredential,
        agentGit: {
          origin: new URL(this.#options.endpoint).origin,
          addresses: wire.serviceUrls ?? [],
          credential: () => api.agentGit(this.assignment, this.#cancel.signal),
        },
        portsReady: this.#options.portsReady,
        mcpToken: (server, rejected) => api.mcpToken(this.assignment, { server, rejected }, this.#cancel.signal),
        answerTo: (questionId, signal) => this.#answers.wait(questionId, signal),
        signal: this.#cancel.signal,
        sandbox,
        egress: joinPolicies(egress(wire.model.id), wire.egress),
        limits,
        snapshots: this.#options.snapshots,
        images: this.#options.images,
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
        ...(outcome.sessionUsage ? { sessionUsage: outcome.sessionUsage } : {}),
      };
    } catch (error) {
      if (this.#cancel.signal.aborted) return { status: "CANCELLED", branches: [] };
      log.error({ err: error }, "couldn't execute a run");
      this.#end = "session_error";
      const isReportable = error instanceof RunFailure || error instanceof ServiceApiError;
      const message = isReportable ? error.message : "Internal error on the worker. See the worker log";
      const code = error instanceof RunFailure ? error.code : "internal_error";
      return { status: "ERROR", error: { code, message }, branches: [] };
    } finally {
      this.#options.portsClosed();
    }
  }

  /** Reports a run that was interrupted by stopping the worker as an error, because no user canceled it. */
  #reportedOutcome(outcome: WireOutcome): WireOutcome {
    if (outcome.status !== "CANCELLED" || this.#end !== "session_aborted" || this.isOver) return outcome;
    const message = "The worker stopped during the run";
    return { ...outcome, status: "ERROR", error: { code: "worker_stopped", message } };
  }

  async #deliver(result: WireOutcome): Promise<void> {
    const { spool, api, workspaceDir, onSessionEnd, sandbox, log } = this.#options;
    const outcome = this.#reportedOutcome(result);
    await spool.finish(outcome);
    if (onSessionEnd !== undefined) {
      const variables = this.#variables();
      await runHook(onSessionEnd, { name: "session end command", cwd: workspaceDir, variables }).catch((error) =>
        log.warn({ err: error }, "session end command failed"),
      );
    }
    // Upload the artifacts of a canceled run, but don't wait for a disconnected service.
    const uploadSignal = this.isOver ? AbortSignal.timeout(5_000) : this.#over.signal;
    const { assignment } = this;
    await uploadArtifacts({ api, assignment, workspaceDir, sandbox, signal: uploadSignal, log }).catch((error) => {
      if (!uploadSignal.aborted) log.error({ err: error }, "couldn't upload a run's artifacts");
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

  /** Sends spooled frames, limited by the service's acknowledgements, and the outcome after the last frame. */
  async #sendAll(): Promise<void> {
    const { spool, sendText } = this.#options;
    const { runId } = this.assignment;
    while (this.#connected && !this.isOver && spool.bytesInFlight < unacknowledgedBytes) {
      const epoch = this.#epoch;
      const batch = await spool.nextBatch();
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
