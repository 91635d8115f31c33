import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { FromWorker, Register } from "@/lib/contract/worker-protocol/from-worker";
import { protocolVersions } from "@/lib/contract/worker-protocol/limits";
import { streamData } from "@/lib/contract/worker-protocol/stream-messages";
import { AssignedRuns, type RunDependencies } from "./assigned-runs";
import type { Checkout } from "./checkout";
import { readCredential } from "./options";
import { RunPorts } from "./run-ports";
import { saveCredential, savedCredential } from "./saved-credential";
import { openServiceConnection, type ServiceConnection } from "./service-connection";
import { type Assignment, RunSpool } from "./spool";
import type { Welcome } from "./worker-socket";

/** Concurrent runs of a personal machine. */
const machineCapacity = 4;
/** How long a drain waits for the service's response. */
const drainTimeoutMs = 2_000;

export interface WorkerDependencies extends RunDependencies {
  labels: Register["labels"];
  checkout: Checkout | undefined;
}

/** Starts a worker: recovers runs of a previous process, connects, and executes assigned runs. */
export async function startWorker(deps: WorkerDependencies): Promise<Worker> {
  const [agents, spools] = [await deps.folder.agents(), await RunSpool.recover(deps.folder.spoolDir)];
  return new Worker(deps, agents, spools);
}

export class Worker {
  /** Why it ended. Rejects with `WorkerRejectedError` if the service rejects it. */
  readonly ended: Promise<"idle" | "drained">;
  readonly #deps: WorkerDependencies;
  readonly #capacity: number;
  /** Identifies this process among those with the same worker id. */
  readonly #incarnation: string;
  readonly #runs: AssignedRuns;
  readonly #ports: RunPorts;
  readonly #connection: ServiceConnection;
  /** The credential of its options. */
  #token = "";
  #connected = false;
  #everWelcomed = false;
  #draining = false;
  #reason: "idle" | "drained" = "drained";
  #stopIdleTimer = () => {};
  #stopDrainTimer = () => {};

  constructor(deps: WorkerDependencies, agents: readonly string[], spools: readonly RunSpool[]) {
    const { options, metrics, clock, ids, log } = deps;
    this.#deps = deps;
    this.#capacity = options.pool === undefined ? machineCapacity : 1;
    this.#incarnation = ids.uuid();
    this.#ports = new RunPorts({
      send: (message) => this.#send(message),
      sendData: (streamId, data, sent) => this.#connection.sendData(streamData(streamId, data), sent),
      clock,
    });
    this.#runs = new AssignedRuns(deps, {
      ports: this.#ports,
      agents,
      isConnected: () => this.#connected,
      send: (message) => this.#send(message),
      sendText: (text) => this.#connection.sendText(text),
      onChange: () => this.#handleIdle(),
    });
    for (const spool of spools) this.#runs.recover(spool);
    this.#connection = openServiceConnection({
      endpoint: options.endpoint,
      credentials: () => this.#credentials(),
      register: () => this.#registration(),
      onWelcome: (welcome) => this.#welcomed(welcome),
      onMessage: (message) => this.#handle(message),
      onData: (message) => this.#ports.receive(message),
      onDisconnect: () => this.#disconnected(),
      onAttempt: (isRetry) => metrics.attempted(isRetry),
      clock,
      random: Math.random,
      log,
    });
    this.ended = this.#connection.ended.then(() => this.#reason);
    // Avoid an unhandled rejection before the caller awaits it.
    this.ended.catch(() => undefined);
  }

  /** Whether it is connected and can take a run, for `/readyz`. */
  isReady(): boolean {
    return this.#connected && !this.#draining && this.#runs.count < this.#capacity;
  }

  /** Stops taking runs. The worker ends once those in progress have ended. */
  drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    this.#deps.log.info({ runs: this.#runs.count }, "draining");
    this.#stopIdleTimer();
    this.#send({ type: "drain" });
    // The last run in progress ends the worker. Without any, wait in case a run that was just assigned must be declined.
    if (this.#runs.count > 0) return;
    if (this.#connected) this.#stopDrainTimer = this.#deps.clock.after(drainTimeoutMs, () => this.#handleIdle());
    else this.#disconnect();
  }

  /** Ends active runs as ERROR `worker_stopped`, then the worker. Resolves once their processes have exited. */
  async stop(): Promise<void> {
    this.drain();
    await this.#runs.abort();
  }

  #send(message: FromWorker): void {
    this.#connection.send(message);
  }

  #registration(): Register {
    const { options, workerId, labels, checkout, commands, sandbox } = this.#deps;
    return {
      type: "register",
      versions: [...protocolVersions],
      workerId,
      incarnation: this.#incarnation,
      resumed: this.#everWelcomed,
      name: options.name,
      ...(options.pool === undefined ? {} : { pool: options.pool }),
      labels,
      ...(checkout ? { repository: checkout } : {}),
      workspaceRootPath: options.workerDirs[0] ?? "",
      models: [...commands.keys()],
      isolation: sandbox,
      capacity: this.#capacity,
      runs: this.#runs.runIds,
      agents: this.#runs.agentIds,
      draining: this.#draining,
    };
  }

  /** In order of preference. A registration token is only used until the service has replaced it. */
  async #credentials(): Promise<string[]> {
    const { options, folder } = this.#deps;
    this.#token = await readCredential(options.credential);
    const saved = await savedCredential(folder.dir, this.#token);
    return [...(saved === undefined ? [] : [saved]), this.#token, ...this.#runs.tokens];
  }

  #welcomed({ runs, version, credential }: Welcome): void {
    if (credential !== undefined) {
      const { folder, log } = this.#deps;
      saveCredential(folder.dir, this.#token, credential).catch((error) =>
        log.error({ err: error }, "couldn't save the worker's credential; it can't reconnect once its token expires"),
      );
    }
    this.#connected = true;
    this.#everWelcomed = true;
    this.#deps.metrics.connected(true);
    this.#deps.log.info("connected");
    this.#runs.welcomed(runs);
    this.#ports.welcomed(version);
    this.#handleIdle();
  }

  #disconnected(): void {
    this.#connected = false;
    this.#deps.metrics.connected(false);
    this.#stopIdleTimer();
    this.#runs.disconnected();
    this.#ports.disconnected();
  }

  #handle(message: FromService): void {
    switch (message.type) {
      case "assign":
        this.#assign(message);
        break;
      case "acknowledge":
        this.#runs.acknowledged(message.runId, message.through);
        break;
      case "over":
        this.#runs.over(message.runId);
        break;
      case "answer":
        this.#runs.answered(message);
        break;
      case "credential":
        this.#runs.credentialReceived(message);
        break;
      case "release":
        this.#runs.release(message.agentId);
        break;
      case "stream-open":
        this.#ports.open(message);
        break;
      case "stream-credit":
      case "stream-end":
      case "stream-close":
        this.#ports.handle(message);
        break;
      case "drained":
        this.#handleIdle();
        break;
    }
  }

  #assign(assignment: Assignment): void {
    const { agentId, runId, model } = assignment;
    if (this.#runs.has(runId)) return;
    if (this.#draining || this.#runs.count >= this.#capacity) {
      const reason = this.#draining ? "the worker is draining" : "the worker is busy";
      this.#send({ type: "decline", runId, reason });
      return;
    }
    this.#deps.log.info({ runId, agentId, model }, "run assigned");
    this.#runs.start(assignment);
  }

  /** Without runs, disconnects when draining, or else starts the idle timer. */
  #handleIdle(): void {
    this.#stopIdleTimer();
    if (this.#runs.count > 0) return;
    const { options, clock, log } = this.#deps;
    const seconds = options.idleReleaseTimeout;
    if (this.#draining) this.#disconnect();
    else if (seconds > 0 && this.#connected) {
      this.#stopIdleTimer = clock.after(seconds * 1_000, () => {
        this.#reason = "idle";
        log.info({ seconds }, "idle timeout reached; stopping, the claim remains");
        this.drain();
      });
    }
  }

  #disconnect(): void {
    this.#stopDrainTimer();
    this.#connection.close(this.#reason);
  }
}
