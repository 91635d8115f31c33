import type { z } from "zod";
import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import { FromWorker, type Register } from "@/lib/contract/worker-protocol/from-worker";
import { heartbeatMs, protocolVersions, silenceMs } from "@/lib/contract/worker-protocol/limits";
import { commonVersion, ProtocolViolation, readMessage } from "@/lib/contract/worker-protocol/messages";
import type { Context } from "../../core/context";
import { Refusal } from "../../core/http/refusal";
import type { Principal } from "../../core/principal";
import type { WithGit } from "../../git/with-git";
import type { WithRunCredentials } from "../../hosting/git-http/run-credentials";
import type { WithMergePreparation } from "../../hosting/pulls/with-merge-preparation";
import type { WithRemotes } from "../../remotes/remotes";
import { finishRun } from "../../runs/finish-run";
import { RunOver } from "../../runs/recorder";
import { agentsOf } from "../agents-of";
import { assignedRuns } from "../assigned-runs";
import { connectWorker } from "../connect-worker";
import { declineRun } from "../decline-run";
import { disconnectWorker } from "../disconnect-worker";
import { onWork } from "../on-work";
import type { WorkerConnection as Registered } from "../registration";
import { takeRun } from "../take-run";
import { touchWorker } from "../touch-worker";
import { gitCredential } from "./git-credential";
import { openIntake, type RunIntake } from "./run-intake";
import { runToken } from "./run-token";

type Message = z.infer<typeof FromWorker>;

/** Why a connection is given up; the socket's owner turns it into a close code. */
export class ConnectionEnd extends Error {
  constructor(
    readonly kind: "violation" | "forbidden" | "replaced" | "version" | "silent",
    message: string,
  ) {
    super(message);
    this.name = "ConnectionEnd";
  }
}

interface Held {
  intake: RunIntake;
  /** Frames that arrived while those before them were being stored; they are stored together. */
  waiting: Extract<Message, { type: "frames" }>[];
  /** Messages of a run are worked off one after another, whatever the others do. */
  tail: Promise<void>;
  /** The service wants no more of it; its place is taken until the worker's last word. */
  over: boolean;
  off(): void;
}

export interface ConnectionOptions {
  context: Context & WithGit & WithMergePreparation & WithRemotes & WithRunCredentials;
  principal: Principal;
  send(message: FromService): void;
  /** Ends the connection. Called at most once. */
  end(reason: ConnectionEnd | Error): void;
  /** The worker is registered: an older connection of the same worker is to be ended. */
  registered(worker: Registered): void;
}

/** One connection of a worker, from its first message to its end. */
export interface WorkerConnection {
  receive(text: string): void;
  /** The connection is gone. Resolves when everything that arrived on it is stored. */
  close(): Promise<void>;
  /** Tells when the worker was last heard. */
  heardAt(): number;
}

const refusalKind = (refusal: Refusal) => (refusal.status === 409 ? "replaced" : "forbidden");

export function createWorkerConnection(options: ConnectionOptions): WorkerConnection {
  const { context, principal, send } = options;
  const { clock, log } = context;
  const runs = new Map<string, Held>();
  const keptAgents = new Set<string>();
  let worker: Registered | undefined;
  let capacity = 1;
  let state: "new" | "registering" | "open" | "closed" = "new";
  let draining = false;
  let heard = clock.now();
  let touched = 0;
  let stopWork = () => {};
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let registering: Promise<void> = Promise.resolve();

  function fail(error: unknown): void {
    if (state === "closed") return;
    state = "closed";
    if (error instanceof ProtocolViolation) options.end(new ConnectionEnd("violation", error.message));
    else if (error instanceof Refusal) options.end(new ConnectionEnd(refusalKind(error), error.message));
    else options.end(error instanceof Error ? error : new Error(String(error)));
  }

  async function hold(run: { agentId: string; runId: string; begun: boolean }): Promise<number> {
    const { runId } = run;
    const intake = await openIntake(context, run);
    // A notification only says to look: after a lost connection it comes without a cause.
    const off = context.notifications.on("cancel", runId, () => {
      const held = runs.get(runId);
      if (!held || held.over) return;
      intake.hasEnded().then(
        (ended) => ended && endRun(runId),
        (error) => log.error({ err: error, runId }, "a cancel could not be read"),
      );
    });
    runs.set(runId, { intake, waiting: [], tail: Promise.resolve(), over: false, off });
    return intake.stored;
  }

  function endRun(runId: string): void {
    const held = runs.get(runId);
    if (!held || held.over) return;
    held.over = true;
    held.off();
    send({ type: "over", runId });
  }

  /** The worker's last word on a run: its place is free. */
  function free(runId: string): void {
    runs.get(runId)?.off();
    runs.delete(runId);
    look();
  }

  async function register(given: Register): Promise<void> {
    const version = commonVersion(protocolVersions, given.versions);
    if (version === undefined) throw new ConnectionEnd("version", `this service speaks ${protocolVersions.join(", ")}`);
    const registered = await connectWorker(context, principal, given);
    worker = registered;
    options.registered(registered);
    capacity = registered.poolId === null ? given.capacity : 1;
    draining = given.draining;
    for (const agentId of given.agents) keptAgents.add(agentId);

    const assigned = await assignedRuns(context, registered);
    const known: Extract<FromService, { type: "welcome" }>["runs"] = [];
    for (const runId of given.runs) {
      const run = assigned.find((each) => each.runId === runId);
      known.push(run ? { runId, over: false, acknowledged: await hold(run) } : { runId, over: true, acknowledged: 0 });
    }
    const forgotten = assigned.filter(({ runId }) => !given.runs.includes(runId));
    for (const { runId } of forgotten.filter(({ begun }) => begun)) {
      const message = `Worker ${registered.workerId} was restarted and no longer knows the run; send a follow-up to go on`;
      await finishRun(context, runId, { status: "ERROR", error: { code: "worker_lost", message } });
    }
    if (state === "closed") return;
    state = "open";
    touched = clock.now();
    send({ type: "welcome", version, heartbeatMs, silenceMs, runs: known });
    // The connection broke before the worker knew of them.
    for (const run of forgotten.filter(({ begun }) => !begun)) await assign(run);
    stopWork = onWork(context, registered, look);
    look();
  }

  async function assign(run: { agentId: string; runId: string; model: string }): Promise<void> {
    if (!worker) return;
    await hold({ ...run, begun: false });
    keptAgents.add(run.agentId);
    const { teamId, workerId } = worker;
    const { agentId, runId, model } = run;
    send({ type: "assign", agentId, runId, model, token: runToken(context, { teamId, workerId, agentId, runId }) });
  }

  /** Gives the worker what waits for it, and takes from it what is no longer its own. */
  function look(): void {
    lookAgain = true;
    looking ??= lookWhileAsked()
      .catch(fail)
      .finally(() => {
        looking = undefined;
      });
  }

  async function lookWhileAsked(): Promise<void> {
    while (lookAgain && worker && state === "open") {
      lookAgain = false;
      if (keptAgents.size > 0) {
        const own = new Set(await agentsOf(context, worker));
        for (const agentId of keptAgents) {
          if (own.has(agentId)) continue;
          keptAgents.delete(agentId);
          send({ type: "release", agentId });
        }
      }
      while (!draining && runs.size < capacity && state === "open") {
        const run = await takeRun(context, worker);
        if (!run) break;
        await assign(run);
      }
    }
  }

  /** Works a message of a run off behind those before it. */
  function inTurn(runId: string, work: (held: Held) => Promise<void>): void {
    const held = runs.get(runId);
    if (!held) {
      // A run that ended while its worker was away, or that never was its own.
      send({ type: "over", runId });
      return;
    }
    held.tail = held.tail
      .then(() => work(held))
      .catch((error) => {
        if (error instanceof RunOver) endRun(runId);
        else fail(error);
      });
  }

  function handle(message: Message): void {
    const registered = worker;
    if (message.type === "register") throw new ProtocolViolation("a second register");
    if (!registered) throw new ProtocolViolation(`"${message.type}" before the registration`);
    switch (message.type) {
      case "heartbeat":
        break;
      case "frames":
        runs.get(message.runId)?.waiting.push(message);
        inTurn(message.runId, async ({ intake, waiting, over }) => {
          const arrived = waiting.splice(0);
          if (over || arrived.length === 0) return;
          send({ type: "acknowledge", runId: message.runId, through: await intake.frames(arrived) });
        });
        break;
      case "outcome":
        inTurn(message.runId, async (held) => {
          await held.intake.outcome(message.frames, message.outcome);
          endRun(message.runId);
          free(message.runId);
        });
        break;
      case "decline":
        inTurn(message.runId, async () => {
          log.info({ runId: message.runId, reason: message.reason }, "a worker declined a run");
          await declineRun(context, registered, message.runId);
          free(message.runId);
        });
        break;
      case "credential":
        answerCredential(message.id, message.runId);
        break;
      case "drain":
        draining = true;
        // What is being assigned just now has to be told before the answer.
        (looking ?? Promise.resolve()).then(() => send({ type: "drained" }));
        break;
    }
  }

  function answerCredential(id: number, runId: string): void {
    const held = runs.get(runId);
    const found =
      held && !held.over
        ? gitCredential(context, held.intake.agentId, runId)
        : Promise.resolve({ reason: "The run is not this worker's, or has ended" });
    found.then((answer) => send({ type: "credential", id, ...answer })).catch(fail);
  }

  function touch(): void {
    heard = clock.now();
    if (!worker || heard - touched < heartbeatMs) return;
    touched = heard;
    touchWorker(context, worker).then(
      (fresh) => fresh || fail(new ConnectionEnd("replaced", "another connection has the worker's id")),
      (error) => log.warn({ err: error }, "a worker's sign of life was not noted"),
    );
  }

  return {
    heardAt: () => heard,
    receive(text) {
      if (state === "closed") return;
      try {
        const message = readMessage(FromWorker, text);
        touch();
        if (state === "new") {
          if (message.type !== "register") throw new ProtocolViolation("the first message must be a register");
          state = "registering";
          registering = register(message).catch(fail);
        } else if (state === "registering") throw new ProtocolViolation(`"${message.type}" before the welcome`);
        else handle(message);
      } catch (error) {
        fail(error);
      }
    },
    async close() {
      state = "closed";
      stopWork();
      await registering;
      await looking;
      stopWork();
      for (const { tail, off } of runs.values()) {
        off();
        await tail;
      }
      if (worker) await disconnectWorker(context, worker);
    },
  };
}
