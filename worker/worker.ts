import { rm } from "node:fs/promises";
import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { Register } from "@/lib/contract/worker-protocol/from-worker";
import { protocolVersions } from "@/lib/contract/worker-protocol/limits";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import type { RunLimits } from "@/service/runner/run-limits";
import type { Isolation } from "@/service/runner/run-spec";
import type { Checkout } from "./checkout";
import { readCredential } from "./credential";
import { createCredentialDesk } from "./credential-broker";
import type { WorkerOptions } from "./options";
import { RunTask } from "./run-task";
import { createServiceApi } from "./service-api";
import { type Link, openLink, type Welcome } from "./service-connection";
import { type Assignment, RunSpool } from "./spool";
import type { WorkerFolder } from "./worker-folder";
import type { SessionEnd, WorkerMetrics } from "./worker-metrics";

/** Runs a personal machine executes at once. */
const machineCapacity = 4;
const drainAnswerMs = 2_000;

export interface WorkerDependencies {
  options: WorkerOptions;
  workerId: string;
  labels: Register["labels"];
  checkout: Checkout | undefined;
  commands: ReadonlyMap<string, readonly string[]>;
  isolation: Isolation;
  limits: RunLimits;
  folder: WorkerFolder;
  metrics: WorkerMetrics;
  /** Upper-case name that variables begin with. */
  prefix: string;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** A worker under way. */
export interface Worker {
  /** Connected, and free to take a run: the answer of `/readyz`. */
  isReady(): boolean;
  /** Takes no more runs, and ends when those under way have ended. */
  drain(): void;
  /** Ends the runs under way, as ERROR `worker_stopped`, then itself. Resolves when no process of a run is left. */
  stop(): Promise<void>;
  /** Why it ended. Rejects with `Refused` when the service does not take it. */
  ended: Promise<"idle" | "drained">;
}

/** Starts a worker: takes up what a process before it left, connects, and executes the runs it is assigned. */
export async function startWorker(deps: WorkerDependencies): Promise<Worker> {
  const { options, workerId, clock, ids, log, folder, metrics } = deps;
  const capacity = options.pool === undefined ? machineCapacity : 1;
  const incarnation = ids.uuid();
  const api = createServiceApi({ endpoint: options.endpoint, workerId, clock, log });
  const tasks = new Map<string, RunTask>();
  /** Runs that are not safe on the worker's disk yet. */
  const beginning = new Set<string>();
  const credentials = createCredentialDesk((message) => link?.send(message));
  /** Agents whose files are here. */
  const agents = new Set(await folder.agents());
  let connected = false;
  let everWelcomed = false;
  let draining = false;
  let reason: "idle" | "drained" = "drained";
  let stopIdle = () => {};
  let stopDrainWait = () => {};
  // The link calls back only after this function has given it to `link`.
  let link: Link | undefined;

  const task = (spool: RunSpool) =>
    new RunTask({
      spool,
      workspaceDir: folder.workspaceDir(spool.assignment.agentId),
      commands: deps.commands,
      api,
      send: (message) => link?.send(message),
      sendText: (text) => link?.sendText(text),
      gitCredential: () => credentials.ask(spool.assignment.runId),
      endpoint: options.endpoint,
      isolation: deps.isolation,
      limits: deps.limits,
      onSessionStart: options.onSessionStart,
      onSessionEnd: options.onSessionEnd,
      prefix: deps.prefix,
      clock,
      ids,
      log: log.child({ runId: spool.assignment.runId }),
    });

  function hold(run: RunTask, work: () => Promise<SessionEnd>): void {
    const { runId } = run.assignment;
    tasks.set(runId, run);
    stopIdle();
    metrics.sessionActive(tasks.size);
    work()
      .catch((error) => {
        log.error({ err: error, runId }, "a run broke off on this worker");
        return "session_error" as const;
      })
      .then((end) => {
        metrics.sessionEnded(end);
        tasks.delete(runId);
        credentials.forget(runId);
        metrics.sessionActive(tasks.size);
        rest();
      });
  }

  /** Nothing is to be done: leave when that was wanted, else when it has been so for long. */
  function rest(): void {
    stopIdle();
    if (tasks.size + beginning.size > 0) return;
    if (draining) leave();
    else if (options.idleReleaseTimeout > 0 && connected) {
      stopIdle = clock.after(options.idleReleaseTimeout * 1_000, () => {
        reason = "idle";
        log.info({ seconds: options.idleReleaseTimeout }, "idle for so long: the worker ends, its claim stays");
        drain();
      });
    }
  }

  function leave(): void {
    stopDrainWait();
    link?.close(reason === "idle" ? "idle" : "drained");
  }

  function drain(): void {
    if (draining) return;
    draining = true;
    log.info({ runs: tasks.size + beginning.size }, "draining");
    stopIdle();
    link?.send({ type: "drain" });
    // With runs under way the last of them ends it. Without, whatever was assigned just now must be declined first.
    if (tasks.size + beginning.size > 0) return;
    if (connected) stopDrainWait = clock.after(drainAnswerMs, rest);
    else leave();
  }

  function assign(assignment: Assignment): void {
    const { runId } = assignment;
    if (tasks.has(runId) || beginning.has(runId)) return;
    if (draining || tasks.size + beginning.size >= capacity) {
      const why = draining ? "the worker is draining" : "the worker has no free place";
      link?.send({ type: "decline", runId, reason: why });
      return;
    }
    log.info({ runId, agentId: assignment.agentId, model: assignment.model }, "a run was assigned");
    begin(assignment);
  }

  function begin(assignment: Assignment): void {
    const { agentId, runId } = assignment;
    stopIdle();
    beginning.add(runId);
    agents.add(agentId);
    RunSpool.create(folder.spoolDir, assignment)
      .then(async (spool) => {
        const run = task(spool);
        beginning.delete(runId);
        hold(run, () => run.carryOut());
        if (connected) await run.welcomed(0);
      })
      .catch((error) => {
        beginning.delete(runId);
        log.error({ err: error, runId }, "a run could not be begun");
        link?.send({ type: "decline", runId, reason: "the worker could not keep the run on its disk" });
        rest();
      });
  }
  function onWelcome(welcome: Welcome): void {
    connected = true;
    everWelcomed = true;
    metrics.connected(true);
    log.info("connected");
    for (const { runId, over, acknowledged } of welcome.runs) {
      const run = tasks.get(runId);
      if (over) run?.over(true);
      else
        run?.welcomed(acknowledged).catch((error) => {
          log.error({ err: error, runId }, "the service and this worker do not agree on a run; it is given up");
          run.over(true);
        });
    }
    credentials.askAgain();
    rest();
  }

  function onMessage(message: FromService): void {
    switch (message.type) {
      case "assign":
        assign(message);
        break;
      case "acknowledge":
        tasks
          .get(message.runId)
          ?.acknowledged(message.through)
          .catch((error) => {
            log.error({ err: error, runId: message.runId }, "an acknowledgement could not be kept");
          });
        break;
      case "over":
        tasks.get(message.runId)?.over(false);
        break;
      case "credential":
        credentials.answered(message);
        break;
      case "release":
        release(message.agentId);
        break;
      case "drained":
        rest();
        break;
    }
  }

  function release(agentId: string): void {
    if ([...tasks.values()].some(({ assignment }) => assignment.agentId === agentId)) return;
    agents.delete(agentId);
    rm(folder.workspaceDir(agentId), { recursive: true, force: true, maxRetries: 3 }).catch((error) => {
      log.warn({ err: error, agentId }, "an agent's files could not be removed");
    });
  }

  for (const spool of await RunSpool.recover(folder.spoolDir)) {
    const run = task(spool);
    log.warn({ runId: spool.assignment.runId }, "a run of the process before this one is taken up");
    hold(run, () => run.takeUp());
  }

  const opened = openLink({
    endpoint: options.endpoint,
    credentials: async () => [
      await readCredential(options.credential),
      ...[...tasks.values()].filter((run) => !run.isOver).map(({ assignment }) => assignment.token),
    ],
    register: () => ({
      type: "register",
      versions: [...protocolVersions],
      workerId,
      incarnation,
      resumed: everWelcomed,
      name: options.name,
      ...(options.pool === undefined ? {} : { pool: options.pool }),
      labels: deps.labels,
      ...(deps.checkout ? { repository: deps.checkout } : {}),
      workspaceRootPath: options.workerDirs[0] ?? "",
      models: [...deps.commands.keys()],
      isolation: deps.isolation,
      capacity,
      runs: [...tasks.keys(), ...beginning],
      agents: [...agents],
      draining,
    }),
    welcomed: onWelcome,
    message: onMessage,
    lost() {
      connected = false;
      metrics.connected(false);
      stopIdle();
      for (const run of tasks.values()) run.disconnected();
    },
    attempted: (again) => metrics.attempted(again),
    clock,
    random: Math.random,
    log,
  });
  link = opened;
  const ended = opened.ended.then(() => reason);
  // Whoever waits for the end may begin to do so later.
  ended.catch(() => undefined);

  return {
    isReady: () => connected && !draining && tasks.size + beginning.size < capacity,
    drain,
    async stop() {
      drain();
      await Promise.all([...tasks.values()].map((run) => run.abort()));
    },
    ended,
  };
}
