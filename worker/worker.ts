import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { FromWorker, Register } from "@/lib/contract/worker-protocol/from-worker";
import { protocolVersions } from "@/lib/contract/worker-protocol/limits";
import { AssignedRuns, type RunDependencies } from "./assigned-runs";
import type { Checkout } from "./checkout";
import { readCredential } from "./options";
import { openServiceConnection, type ServiceConnection } from "./service-connection";
import { type Assignment, RunSpool } from "./spool";
import type { Welcome } from "./worker-socket";

/** Runs a personal machine executes at once. */
const machineCapacity = 4;
/** How long a drain waits for the service's answer. */
const drainAnswerMs = 2_000;

export interface WorkerDependencies extends RunDependencies {
  labels: Register["labels"];
  checkout: Checkout | undefined;
}

/** Starts a worker: recovers what a process before it left, connects, and executes the runs it is assigned. */
export async function startWorker(deps: WorkerDependencies): Promise<Worker> {
  const [agents, spools] = [await deps.folder.agents(), await RunSpool.recover(deps.folder.spoolDir)];
  return new Worker(deps, agents, spools);
}

export class Worker {
  /** Why it ended. Rejects with `Refused` when the service does not accept it. */
  readonly ended: Promise<"idle" | "drained">;
  readonly #deps: WorkerDependencies;
  readonly #capacity: number;
  /** Identifies this process among those with the same worker id. */
  readonly #incarnation: string;
  readonly #runs: AssignedRuns;
  readonly #connection: ServiceConnection;
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
    this.#runs = new AssignedRuns(deps, {
      agents,
      isConnected: () => this.#connected,
      send: (message) => this.#send(message),
      sendText: (text) => this.#connection.sendText(text),
      onChange: () => this.#rest(),
    });
    for (const spool of spools) this.#runs.recover(spool);
    this.#connection = openServiceConnection({
      endpoint: options.endpoint,
      credentials: async () => [await readCredential(options.credential), ...this.#runs.tokens],
      register: () => this.#registration(),
      onWelcome: (welcome) => this.#welcomed(welcome),
      onMessage: (message) => this.#handle(message),
      onDisconnect: () => this.#disconnected(),
      onAttempt: (again) => metrics.attempted(again),
      clock,
      random: Math.random,
      log,
    });
    this.ended = this.#connection.ended.then(() => this.#reason);
    // Whoever waits for the end may begin to do so later.
    this.ended.catch(() => undefined);
  }

  /** Connected, and free to take a run: the answer of `/readyz`. */
  isReady(): boolean {
    return this.#connected && !this.#draining && this.#runs.count < this.#capacity;
  }

  /** Takes no more runs, and ends when those in progress have ended. */
  drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    this.#deps.log.info({ runs: this.#runs.count }, "draining");
    this.#stopIdleTimer();
    this.#send({ type: "drain" });
    // With runs in progress the last of them ends the worker. Without, a run assigned just now must be declined first.
    if (this.#runs.count > 0) return;
    if (this.#connected) this.#stopDrainTimer = this.#deps.clock.after(drainAnswerMs, () => this.#rest());
    else this.#leave();
  }

  /** Ends the runs in progress, as ERROR `worker_stopped`, then itself. Resolves when no process of a run is left. */
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

  #welcomed({ runs }: Welcome): void {
    this.#connected = true;
    this.#everWelcomed = true;
    this.#deps.metrics.connected(true);
    this.#deps.log.info("connected");
    this.#runs.welcomed(runs);
    this.#rest();
  }

  #disconnected(): void {
    this.#connected = false;
    this.#deps.metrics.connected(false);
    this.#stopIdleTimer();
    this.#runs.disconnected();
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
      case "credential":
        this.#runs.credentialAnswered(message);
        break;
      case "release":
        this.#runs.release(message.agentId);
        break;
      case "drained":
        this.#rest();
        break;
    }
  }

  #assign(assignment: Assignment): void {
    const { agentId, runId, model } = assignment;
    if (this.#runs.has(runId)) return;
    if (this.#draining || this.#runs.count >= this.#capacity) {
      const reason = this.#draining ? "the worker is draining" : "the worker has no free place";
      this.#send({ type: "decline", runId, reason });
      return;
    }
    this.#deps.log.info({ runId, agentId, model }, "a run was assigned");
    this.#runs.start(assignment);
  }

  /** Without runs: leaves when draining, otherwise once it was idle for long enough. */
  #rest(): void {
    this.#stopIdleTimer();
    if (this.#runs.count > 0) return;
    const { options, clock, log } = this.#deps;
    const seconds = options.idleReleaseTimeout;
    if (this.#draining) this.#leave();
    else if (seconds > 0 && this.#connected) {
      this.#stopIdleTimer = clock.after(seconds * 1_000, () => {
        this.#reason = "idle";
        log.info({ seconds }, "idle for too long: the worker ends, its claim remains");
        this.drain();
      });
    }
  }

  #leave(): void {
    this.#stopDrainTimer();
    this.#connection.close(this.#reason);
  }
}
