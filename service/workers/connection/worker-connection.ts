import type { z } from "zod";
import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import { FromWorker, type Register } from "@/lib/contract/worker-protocol/from-worker";
import { heartbeatMs, portsVersion, protocolVersions, silenceMs } from "@/lib/contract/worker-protocol/limits";
import { commonVersion, ProtocolViolation, readMessage } from "@/lib/contract/worker-protocol/messages";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import { jsonBoundsProblem } from "@/lib/core/http/json-bounds";
import { ApiError } from "../../core/http/api-error";
import { rejectUnstorable } from "../../core/http/request-body";
import type { Principal } from "../../core/principal";
import { finishRun } from "../../runs/finish-run";
import { agentsOnWorker } from "../agents-on-worker";
import { assignedRuns } from "../assigned-runs";
import { connectWorker } from "../connect-worker";
import { disconnectWorker } from "../disconnect-worker";
import { onAssignmentChange } from "../on-assignment-change";
import type { RegisteredWorker } from "../registration";
import { takeRun } from "../take-run";
import { touchWorker } from "../touch-worker";
import { runToken } from "./run-token";
import { WorkerPreviews, type WorkerPreviewsOptions } from "./worker-previews";
import { WorkerRuns, type WorkerRunsContext } from "./worker-runs";

type Message = z.infer<typeof FromWorker>;

/** Why a connection is closed. The endpoint maps it to a close code. */
export class ConnectionEnd extends Error {
  constructor(
    readonly kind: "violation" | "unauthorized" | "forbidden" | "replaced" | "version" | "silent",
    message: string,
  ) {
    super(message);
    this.name = "ConnectionEnd";
  }
}

export interface ConnectionOptions extends Pick<WorkerPreviewsOptions, "sendData"> {
  context: WorkerRunsContext;
  principal: Principal;
  /** Whose access the connection and its runs' tokens end with. */
  holder: string;
  send(message: FromService): void;
  /** Ends the connection. Called at most once. */
  end(reason: ConnectionEnd | Error): void;
  /** The worker was registered. An older connection of the same worker must be closed. */
  registered(worker: RegisteredWorker): void;
}

const endKind = (error: ApiError) => (error.status === 409 ? "replaced" : "forbidden");

/** Far deeper than any event, and shallow enough to serialize and store. */
const maxDepth = 256;

/** Reads a message. Throws {@link ProtocolViolation} for a malformed one and for what the database can't store. */
function readSafeMessage(text: string): Message {
  const problem = jsonBoundsProblem(Buffer.from(text), { depth: maxDepth, values: Number.POSITIVE_INFINITY });
  if (problem) throw new ProtocolViolation(`a message ${problem}`);
  const message = readMessage(FromWorker, text);
  if (!text.includes("\\u0000")) return message;
  try {
    rejectUnstorable(message);
  } catch (error) {
    throw error instanceof ApiError ? new ProtocolViolation(error.message) : error;
  }
  return message;
}

/** One connection of a worker. */
export class WorkerConnection {
  readonly #options: ConnectionOptions;
  readonly #previews: WorkerPreviews;
  readonly #runs: WorkerRuns;
  /** Agents whose files are on the worker. */
  readonly #agents = new Set<string>();
  readonly #distribute = coalesce(() => this.#distributeWork().catch((error) => this.#fail(error)));
  #state: "new" | "registering" | "open" | "closed" = "new";
  #worker: RegisteredWorker | undefined;
  #capacity = 1;
  #draining = false;
  #violation: string | undefined;
  #receivedAt: number;
  #touchedAt = 0;
  #registering: Promise<void> = Promise.resolve();
  #stopListening = () => {};

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#receivedAt = options.context.clock.now();
    this.#previews = new WorkerPreviews(options);
    this.#runs = new WorkerRuns({
      context: options.context,
      holder: options.holder,
      previews: this.#previews,
      send: options.send,
      onError: (error) => this.#fail(error),
      onFree: () => void this.#distribute(),
    });
  }

  /** Time of the worker's last message, in Unix milliseconds. */
  get receivedAt(): number {
    return this.#receivedAt;
  }

  receive(text: string): void {
    if (this.#state === "closed") return;
    try {
      const message = readSafeMessage(text);
      this.#touch();
      if (this.#state === "new") {
        if (message.type !== "register") throw new ProtocolViolation('the first message must be "register"');
        this.#state = "registering";
        this.#registering = this.#register(message).catch((error) => this.#fail(error));
      } else if (this.#state === "registering") throw new ProtocolViolation(`"${message.type}" before "welcome"`);
      else this.#handle(message, text.length);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Data of a connection to a port. */
  receiveData(message: Buffer): void {
    if (this.#state === "closed") return;
    this.#touch();
    try {
      this.#previews.receive(message);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Ends the connection, because its credential was revoked. */
  revoke(): void {
    this.#fail(
      new ConnectionEnd("unauthorized", "the worker's key was deleted or has expired, or its user was deactivated"),
    );
  }

  /** Called when the socket is closed. Resolves once all received data is stored. */
  async close(): Promise<void> {
    this.#state = "closed";
    this.#stopListening();
    this.#previews.disconnect();
    await this.#registering;
    await this.#distribute();
    this.#stopListening();
    await this.#runs.close();
    if (this.#worker && this.#violation) await this.#endRuns(this.#worker, this.#violation);
    if (this.#worker) await disconnectWorker(this.#options.context, this.#worker);
  }

  #fail(error: unknown): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    const { end } = this.#options;
    if (error instanceof ProtocolViolation) {
      this.#violation = error.message;
      end(new ConnectionEnd("violation", error.message));
    } else if (error instanceof ApiError) end(new ConnectionEnd(endKind(error), error.message));
    else end(error instanceof Error ? error : new Error(String(error)));
  }

  /** A worker doesn't reconnect after a violation, so its runs would never end. */
  async #endRuns(worker: RegisteredWorker, violation: string): Promise<void> {
    const { context } = this.#options;
    const message = `Worker ${worker.workerId} violated the protocol: ${violation}`;
    for (const { runId } of await assignedRuns(context, worker)) {
      await finishRun(context, runId, { status: "ERROR", error: { code: "worker_lost", message } });
    }
  }

  async #register(registration: Register): Promise<void> {
    const { context, principal, send } = this.#options;
    const version = commonVersion(protocolVersions, registration.versions);
    if (version === undefined)
      throw new ConnectionEnd("version", `this service supports protocol versions ${protocolVersions.join(", ")}`);
    this.#previews.isSupported = version >= portsVersion;
    const worker = await connectWorker(context, principal, registration);
    this.#worker = worker;
    this.#options.registered(worker);
    this.#capacity = worker.poolId === null ? registration.capacity : 1;
    this.#draining = registration.draining;
    for (const agentId of registration.agents) this.#agents.add(agentId);
    const { known, unknown } = await this.#resume(worker, registration.runs);
    if (this.#isClosed()) return;
    this.#state = "open";
    this.#touchedAt = context.clock.now();
    send({ type: "welcome", version, heartbeatMs, silenceMs, runs: known, credential: worker.credential });
    for (const run of unknown) await this.#assign(worker, run);
    this.#stopListening = onAssignmentChange(context, worker, () => void this.#distribute());
    void this.#distribute();
  }

  /**
   * Compares the runs a worker reports with those it was assigned. `unknown`: assigned before the previous connection was
   * lost, and never received by the worker.
   */
  async #resume(worker: RegisteredWorker, runIds: readonly string[]) {
    const { context } = this.#options;
    const assigned = await assignedRuns(context, worker);
    const known: Extract<FromService, { type: "welcome" }>["runs"] = [];
    for (const runId of runIds) {
      const run = assigned.find((each) => each.runId === runId);
      const acknowledged = run ? await this.#runs.add(worker, run) : 0;
      known.push({ runId, over: !run, acknowledged });
    }
    const missing = assigned.filter(({ runId }) => !runIds.includes(runId));
    for (const { runId } of missing.filter(({ started }) => started)) {
      const message = `Worker ${worker.workerId} restarted and lost the run`;
      await finishRun(context, runId, { status: "ERROR", error: { code: "worker_lost", message } });
    }
    return { known, unknown: missing.filter(({ started }) => !started) };
  }

  async #assign(worker: RegisteredWorker, run: { agentId: string; runId: string; model: string }): Promise<void> {
    const { context, send, holder } = this.#options;
    const { teamId, workerId } = worker;
    const { agentId, runId, model } = run;
    await this.#runs.add(worker, { agentId, runId, started: false });
    this.#agents.add(agentId);
    const token = runToken(context, { teamId, workerId, agentId, runId, holder });
    send({ type: "assign", agentId, runId, model, token });
  }

  /** Assigns waiting runs to the worker and releases agents that moved away from it. */
  async #distributeWork(): Promise<void> {
    const { context, send } = this.#options;
    const worker = this.#worker;
    if (!worker || this.#state !== "open") return;
    if (this.#agents.size > 0) {
      const current = new Set(await agentsOnWorker(context, worker));
      for (const agentId of this.#agents) {
        if (current.has(agentId)) continue;
        this.#agents.delete(agentId);
        send({ type: "release", agentId });
      }
    }
    while (!this.#draining && this.#runs.size < this.#capacity && !this.#isClosed()) {
      const run = await takeRun(context, worker);
      if (!run) break;
      await this.#assign(worker, run);
    }
  }

  #handle(message: Message, length: number): void {
    const worker = this.#worker;
    if (message.type === "register") throw new ProtocolViolation('duplicate "register"');
    if (!worker) throw new ProtocolViolation(`"${message.type}" before "register"`);
    switch (message.type) {
      case "heartbeat":
        break;
      case "frames":
        this.#runs.frames(message, length);
        break;
      case "outcome":
        this.#runs.outcome(message, length);
        break;
      case "decline":
        this.#runs.decline(worker, message, length);
        break;
      case "credential":
        this.#runs.credential(message, length);
        break;
      case "ports":
        this.#runs.ports(message);
        break;
      case "stream-opened":
        this.#previews.opened(message.streamId);
        break;
      case "stream-credit":
      case "stream-end":
      case "stream-close":
        this.#previews.handle(message);
        break;
      case "drain":
        this.#draining = true;
        // Runs being assigned right now must be sent before the response.
        void this.#distribute().then(() => this.#options.send({ type: "drained" }));
        break;
    }
  }

  #touch(): void {
    const { context } = this.#options;
    this.#receivedAt = context.clock.now();
    if (!this.#worker || this.#receivedAt - this.#touchedAt < heartbeatMs) return;
    this.#touchedAt = this.#receivedAt;
    touchWorker(context, this.#worker).then(
      (fresh) =>
        fresh || this.#fail(new ConnectionEnd("replaced", "replaced by another connection with the same worker id")),
      (error) => context.log.warn({ err: error }, "couldn't store a worker's heartbeat"),
    );
  }

  /** A method, so that TypeScript doesn't narrow the state across an await. */
  #isClosed(): boolean {
    return this.#state === "closed";
  }
}
