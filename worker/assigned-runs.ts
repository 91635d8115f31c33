import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { FromWorker } from "@/lib/contract/worker-protocol/from-worker";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import type { RunLimits } from "@/runner/limits/run-limits";
import type { ExecuteRun, RunContext, RunEgress } from "@/runner/run/run-spec";
import type { SandboxDriver } from "@/runner/sandbox/sandbox";
import { removeTree } from "@/runner/stores/remove-tree";
import { createCredentialBroker } from "./credential-broker";
import type { WorkerOptions } from "./options";
import type { RunPorts } from "./run-ports";
import { RunTask } from "./run-task";
import { createServiceApi } from "./service-api";
import { type Assignment, RunSpool } from "./spool";
import type { WorkerFolder } from "./worker-folder";
import type { SessionEnd, WorkerMetrics } from "./worker-metrics";
import type { Welcome } from "./worker-socket";

/** Dependencies for running agents. */
export interface RunDependencies {
  options: WorkerOptions;
  workerId: string;
  commands: ReadonlyMap<string, readonly string[]>;
  sandbox: SandboxDriver;
  executeRun: ExecuteRun;
  /** What runs with a model can always connect to. */
  egress(model: string): RunEgress;
  limits: RunLimits;
  snapshots: RunContext["snapshots"];
  images: RunContext["images"];
  folder: WorkerFolder;
  metrics: WorkerMetrics;
  /** Upper-case prefix of environment variables. */
  prefix: string;
  clock: Clock;
  ids: Ids;
  log: Log;
}

export interface AssignedRunsOptions {
  /** Agents whose files are on this worker. */
  agents: readonly string[];
  isConnected(): boolean;
  send(message: FromWorker): void;
  sendText(text: string): void;
  ports: Pick<RunPorts, "add" | "remove">;
  /** The number of runs may have changed. */
  onChange(): void;
}

/** The runs of this worker, from assignment until the service no longer needs them. */
export class AssignedRuns {
  readonly #deps: RunDependencies;
  readonly #options: AssignedRunsOptions;
  readonly #tasks = new Map<string, RunTask>();
  /** Runs that aren't saved to disk yet. */
  readonly #starting = new Set<string>();
  readonly #agents: Set<string>;
  readonly #credentials;
  readonly #api;

  constructor(deps: RunDependencies, options: AssignedRunsOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#agents = new Set(options.agents);
    this.#credentials = createCredentialBroker(options.send);
    this.#api = createServiceApi({ ...deps, endpoint: deps.options.endpoint });
  }

  get count(): number {
    return this.#tasks.size + this.#starting.size;
  }

  get runIds(): string[] {
    return [...this.#tasks.keys(), ...this.#starting];
  }

  get agentIds(): string[] {
    return [...this.#agents];
  }

  /** Tokens of active runs, which authenticate the worker if its own credential is rejected. */
  get tokens(): string[] {
    return [...this.#tasks.values()].filter((run) => !run.isOver).map(({ assignment }) => assignment.token);
  }

  has(runId: string): boolean {
    return this.#tasks.has(runId) || this.#starting.has(runId);
  }

  /** Delivers a run left by a previous process. */
  recover(spool: RunSpool): void {
    const run = this.#task(spool);
    this.#deps.log.warn({ runId: spool.assignment.runId }, "recovering a run of the previous process");
    this.#track(run, run.recover());
  }

  start(assignment: Assignment): void {
    const { agentId, runId } = assignment;
    const { folder, log } = this.#deps;
    this.#starting.add(runId);
    this.#agents.add(agentId);
    this.#options.onChange();
    RunSpool.create(folder.spoolDir, assignment)
      .then(async (spool) => {
        const run = this.#task(spool);
        this.#starting.delete(runId);
        this.#track(run, run.execute());
        if (this.#options.isConnected()) await run.welcomed(0);
      })
      .catch((error) => {
        this.#starting.delete(runId);
        log.error({ err: error, runId }, "couldn't start a run");
        this.#options.send({ type: "decline", runId, reason: "the worker couldn't save the run to disk" });
        this.#options.onChange();
      });
  }

  /** Continues on a new connection from what the service has stored. */
  welcomed(runs: Welcome["runs"]): void {
    for (const { runId, over, acknowledged } of runs) {
      const run = this.#tasks.get(runId);
      if (over) run?.over(true);
      else
        run?.welcomed(acknowledged).catch((error) => {
          this.#deps.log.error({ err: error, runId }, "run state doesn't match the service; abandoning the run");
          run.over(true);
        });
    }
    this.#credentials.resend();
  }

  disconnected(): void {
    for (const run of this.#tasks.values()) run.disconnected();
  }

  acknowledged(runId: string, through: number): void {
    this.#tasks
      .get(runId)
      ?.acknowledged(through)
      .catch((error) => {
        this.#deps.log.error({ err: error, runId }, "couldn't store an acknowledgement");
      });
  }

  over(runId: string): void {
    this.#tasks.get(runId)?.over(false);
  }

  credentialReceived(response: Extract<FromService, { type: "credential" }>): void {
    this.#credentials.received(response);
  }

  answered({ runId, questionId, answer }: Extract<FromService, { type: "answer" }>): void {
    this.#tasks.get(runId)?.answered(questionId, answer);
  }

  /** Deletes an agent's files unless it is running. */
  release(agentId: string): void {
    if ([...this.#tasks.values()].some(({ assignment }) => assignment.agentId === agentId)) return;
    this.#agents.delete(agentId);
    const { folder, log } = this.#deps;
    removeTree(folder.workspaceDir(agentId)).catch((error) => {
      log.warn({ err: error, agentId }, "couldn't delete an agent's files");
    });
  }

  /** Kills the agents' processes. Resolves once they have exited. */
  async abort(): Promise<void> {
    await Promise.all([...this.#tasks.values()].map((run) => run.abort()));
  }

  #task(spool: RunSpool): RunTask {
    const { options, folder, log } = this.#deps;
    const { agentId, runId } = spool.assignment;
    return new RunTask({
      ...this.#deps,
      spool,
      workspaceDir: folder.workspaceDir(agentId),
      api: this.#api,
      send: this.#options.send,
      sendText: this.#options.sendText,
      portsReady: (ports) => this.#options.ports.add(runId, ports),
      portsClosed: () => this.#options.ports.remove(runId),
      gitCredential: () => this.#credentials.request(runId),
      endpoint: options.endpoint,
      onSessionStart: options.onSessionStart,
      onSessionEnd: options.onSessionEnd,
      log: log.child({ runId }),
    });
  }

  #track(run: RunTask, work: Promise<SessionEnd>): void {
    const { log, metrics } = this.#deps;
    const { runId } = run.assignment;
    this.#tasks.set(runId, run);
    metrics.sessionActive(this.#tasks.size);
    this.#options.onChange();
    work
      .catch((error) => {
        log.error({ err: error, runId }, "run failed");
        return "session_error" as const;
      })
      .then((end) => {
        metrics.sessionEnded(end);
        this.#tasks.delete(runId);
        this.#credentials.forget(runId);
        metrics.sessionActive(this.#tasks.size);
        this.#options.onChange();
      });
  }
}
