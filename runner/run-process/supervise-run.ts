import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { maxMessageBytes } from "@/lib/contract/worker-protocol/limits";
import { readMessage } from "@/lib/contract/worker-protocol/messages";
import { addTraceHeaders } from "@/lib/core/tracing/tracing";
import { processMarker } from "../environment/agent-environment";
import { endProcesses, threadActivity } from "../limits/process-tree";
import { RunFailure } from "../limits/run-failure";
import type { RunContext, RunFrame, RunOutcome, RunSpec } from "../run/run-spec";
import { connectInside } from "../sandbox/connect-inside";
import { readLines, writeMessage } from "./message-lines";
import {
  FromRun,
  maxStartBytes,
  maxUnstoredBytes,
  maxWaitingRequests,
  type RunRequest,
  type RunStart,
  type ToRun,
} from "./messages";
import type { RunProcess } from "./run-processes";

const checkMs = 1_000;
/**
 * A process that is silent at so many checks hangs. Checks are counted, because a suspended machine delays both sides. Those at
 * which it waits for a processor or the disk count only as far as it used a processor since the one before.
 */
const maxSilentChecks = 8;
/** Maximum of consecutive silent checks, even if the process only waits. */
const maxWaitingChecks = 60;
const ticksPerCheck = 100;
/** Checks that a canceled run may take to end its processes. */
const maxCancelChecks = 60;
/** Milliseconds of real time that a process may take to exit after its outcome. */
const maxExitMs = 2_000;
const maxResidentBytes = 1024 ** 3;
/** Bytes that wait for a process that doesn't read, in addition to its start message. */
const maxUnreadBytes = maxStartBytes + maxMessageBytes;

/** Resident memory in bytes; 0 without /proc. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function startOf(spec: RunSpec, context: RunContext): RunStart {
  const { sandbox, egress, gitProtocols, limits, remoteDependencies, agentGit, snapshots, images, log } = context;
  const trace = new Headers();
  addTraceHeaders(trace);
  return {
    spec,
    sandbox,
    egress,
    ...(gitProtocols && { gitProtocols }),
    ...(limits && { limits }),
    ...(remoteDependencies !== undefined && { remoteDependencies }),
    agentGit: agentGit && { origin: agentGit.origin, addresses: agentGit.addresses },
    snapshots: snapshots?.options,
    images: images && { engine: images.engine, ...images.store.options },
    offers: {
      outsideRemote: context.outsideRemote !== undefined,
      mcpToken: context.mcpToken !== undefined,
      answers: context.answerTo !== undefined,
    },
    logLevel: log.level,
    trace: Object.fromEntries(trace),
  };
}

/** Serves the requests of a run's process and watches it. */
class Supervision {
  readonly outcome: Promise<RunOutcome>;
  readonly #context: RunContext;
  readonly #process: RunProcess;
  /** Aborts what the requests wait for. */
  readonly #waiting = new Map<number, AbortController>();
  #settle: { resolve(outcome: RunOutcome): void; reject(error: Error): void } | undefined;
  #unstored: { id: number; frames: readonly RunFrame[]; size: number }[] = [];
  #unstoredBytes = 0;
  #storing: Promise<void> | undefined;
  #hasPorts = false;
  /** Checks since the last message, how many of them count, and the ticks that the process had used at the last one. */
  #silence: { checks: number; counted: number; ticks?: number } = { checks: 0, counted: 0 };
  #cancelChecks = 0;
  #stopped = false;

  constructor(spec: RunSpec, context: RunContext, process: RunProcess) {
    this.#context = context;
    this.#process = process;
    this.outcome = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    readLines(process.socket, {
      maxBytes: maxMessageBytes,
      onLine: (line) => this.#handle(readMessage(FromRun, line), line.length),
      onEnd: (error) => {
        if (error) this.#fail(`sent an invalid message: ${error.message}`);
        else void process.ended.then((reason) => this.#fail(`ended unexpectedly (${reason})`));
      },
    });
    this.#send({ type: "start", start: startOf(spec, context) });
    const cancel = () => this.#send({ type: "cancel" });
    if (context.signal.aborted) cancel();
    context.signal.addEventListener("abort", cancel, { once: true });
    this.#scheduleCheck();
  }

  /** Ends what requests wait for. Resolves when the frames that were received are stored. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const each of this.#waiting.values()) each.abort(new Error("the run has ended"));
    await this.#storing;
  }

  #fail(what: string): void {
    this.#settle?.reject(new RunFailure("run_process_failed", `The run's process ${what}`));
  }

  #send(message: ToRun): void {
    writeMessage(this.#process.socket, message);
  }

  #scheduleCheck(): void {
    this.#context.clock.after(checkMs, () => {
      if (this.#stopped) return;
      this.#countSilence();
      this.#cancelChecks += this.#context.signal.aborted ? 1 : 0;
      if (this.#silence.counted > maxSilentChecks || this.#silence.checks > maxWaitingChecks)
        return this.#fail("stopped responding");
      if (this.#cancelChecks > maxCancelChecks) return this.#fail("didn't end after the cancel");
      if (residentBytes(this.#process.pid) > maxResidentBytes) return this.#fail("used more than 1 GB of memory");
      this.#scheduleCheck();
    });
  }

  /** On a busy machine, a process can get no processor for many seconds. That isn't a fault of its run. */
  #countSilence(): void {
    const { checks, counted, ticks: before } = this.#silence;
    // A healthy process is often silent at one check.
    if (checks === 0) {
      this.#silence = { checks: 1, counted: 1 };
      return;
    }
    const { ticks, running } = threadActivity(this.#process.pid ?? 0);
    const used = before === undefined ? 1 : Math.min(1, (ticks - before) / ticksPerCheck);
    this.#silence = { checks: checks + 1, counted: counted + (running ? used : 1), ticks };
  }

  #handle(message: FromRun, size: number): void {
    this.#silence = { checks: 0, counted: 0 };
    switch (message.type) {
      case "request":
        if (this.#waiting.size >= maxWaitingRequests) throw new Error("too many requests");
        if (this.#process.socket.writableLength > maxUnreadBytes) throw new Error("responses aren't read");
        this.#serve(message.id, message.request, size);
        break;
      case "abandon":
        this.#waiting.get(message.id)?.abort(new Error("abandoned"));
        break;
      case "ports":
        if (this.#hasPorts) throw new Error("ports were sent already");
        this.#hasPorts = true;
        this.#context.portsReady?.({
          ports: message.ports,
          connect: (port) => connectInside(this.#process.socketFolder, port),
        });
        break;
      case "outcome": {
        const { result = "", error, sessionId, usage, sessionUsage, status, branches } = message.outcome;
        this.#settle?.resolve({ status, result, error, branches, sessionId, usage, sessionUsage });
      }
    }
  }

  #serve(id: number, request: RunRequest, size: number): void {
    const abort = new AbortController();
    this.#waiting.set(id, abort);
    if (request.kind === "record") {
      this.#unstoredBytes += size;
      if (this.#unstoredBytes > maxUnstoredBytes) throw new Error("too many frames");
      this.#unstored.push({ id, frames: request.frames, size });
      this.#storing ??= this.#store();
      return;
    }
    this.#respond(request, abort.signal).then(
      (value) => this.#reply(id, value),
      (error) => this.#reject(id, error),
    );
  }

  /** Stores frames in their order, all that wait at once. */
  async #store(): Promise<void> {
    while (this.#unstored.length > 0) {
      const batch = this.#unstored.splice(0);
      try {
        await this.#context.record(batch.flatMap(({ frames }) => frames));
        for (const { id } of batch) this.#reply(id, undefined);
      } catch (error) {
        for (const { id } of batch) this.#reject(id, error);
      }
      for (const { size } of batch) this.#unstoredBytes -= size;
    }
    this.#storing = undefined;
  }

  async #respond(request: Exclude<RunRequest, { kind: "record" }>, signal: AbortSignal): Promise<unknown> {
    const context = this.#context;
    switch (request.kind) {
      case "started":
        return context.started();
      case "git-credential":
        return context.gitCredential();
      case "agent-git-credential":
        return context.agentGit?.credential();
      case "outside-remote":
        return context.outsideRemote?.(request.cloneUrl);
      case "mcp-token":
        return { token: await context.mcpToken?.(request.server, request.rejected) };
      case "answer":
        return context.answerTo?.(request.questionId, signal);
    }
  }

  #reply(id: number, value: unknown): void {
    this.#waiting.delete(id);
    this.#send({ type: "reply", id, value });
  }

  #reject(id: number, error: unknown): void {
    const wasAbandoned = this.#waiting.get(id)?.signal.aborted;
    this.#waiting.delete(id);
    if (wasAbandoned) return;
    if (error instanceof RunFailure) {
      this.#send({ type: "reply", id, failure: { code: error.code, message: error.message } });
      return;
    }
    // Its message can contain a query and its parameters.
    this.#context.log.info({ err: error }, "couldn't serve a request of a run's process");
    this.#send({ type: "reply", id, failure: { message: "the service couldn't serve a request of the run" } });
  }
}

/**
 * Executes a run in `process`, like `executeRun`. A process that hangs, fails or uses too much memory ends as ERROR
 * `run_process_failed`, within 10 seconds (60 if it waits for a processor). When it resolves, neither that process nor one of the
 * run is left.
 */
export async function superviseRun(spec: RunSpec, context: RunContext, process: RunProcess): Promise<RunOutcome> {
  const supervision = new Supervision(spec, context, process);
  try {
    const outcome = await supervision.outcome;
    await Promise.race([process.ended, delay(maxExitMs, undefined, { ref: false })]);
    return outcome;
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    context.log.error({ err: error, runId: spec.runId }, "a run's process failed");
    process.kill();
    await process.ended;
    await endProcesses({ marker: processMarker(spec.variablePrefix, spec.runId), groups: [] });
    const { code, message } = error;
    const ending = context.signal.aborted
      ? { status: "CANCELLED" as const, error: undefined }
      : { status: "ERROR" as const, error: { code, message } };
    return { ...ending, result: "", branches: [], sessionId: spec.sessionId, usage: undefined };
  } finally {
    await supervision.stop();
    process.kill();
    await process.ended;
  }
}
