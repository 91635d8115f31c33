import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { maxPorts } from "@/lib/contract/worker-protocol/stream-messages";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { startTracing } from "@/lib/core/tracing/start-tracing";
import { traced } from "@/lib/core/tracing/tracing";
import { executeRun } from "../execute-run";
import { childrenOf } from "../limits/process-tree";
import type { RunOutcome } from "../run/run-spec";
import { startNetwork } from "../sandbox/network-namespace";
import { createImageStore } from "../stores/image-store";
import { createSnapshotStore } from "../stores/snapshot-store";
import { readLines, writeMessage } from "./message-lines";
import { maxStartBytes, type RunStart, ToRun } from "./messages";
import { ParentRequests } from "./parent-requests";

/** The socket to the parent. Not standard output, so that no library can write into it. */
const socketNumber = 3;
const aliveMs = 1_000;
const reapMs = 10;
const maxReapRounds = 100;

const socket = new Socket({ fd: socketNumber, readable: true, writable: true });
const requests = new ParentRequests((message) => writeMessage(socket, message));
const [socketFolder = "", preparation] = process.argv.slice(2);
/** Both start while this process waits for its run. */
const tracing = startTracing("service", process.env);
const network = preparation === "network" ? startNetwork(socketFolder) : undefined;
network?.catch(() => undefined);
const canceled = new AbortController();
let started = false;
let orphaned = false;

function contextOf(start: RunStart, parent: ParentRequests) {
  const { agentGit, snapshots, images, offers, spec } = start;
  return {
    ...start,
    socketFolder,
    network,
    record: (frames: Parameters<ParentRequests["record"]>[0]) => parent.record(frames),
    started: () => parent.started(),
    gitCredential: () => parent.gitCredential(),
    agentGit: agentGit && { ...agentGit, credential: () => parent.agentGitCredential() },
    ...(offers.outsideRemote && { outsideRemote: (cloneUrl: string) => parent.outsideRemote(cloneUrl) }),
    ...(offers.mcpToken && {
      mcpToken: (server: string, rejected?: string) => parent.mcpToken(server, rejected),
    }),
    ...(offers.answers && {
      answerTo: (questionId: string, signal: AbortSignal) => parent.answerTo(questionId, signal),
    }),
    portsReady: ({ ports }: { ports: readonly number[] }) =>
      writeMessage(socket, { type: "ports", ports: [...new Set(ports)].slice(0, maxPorts) }),
    signal: canceled.signal,
    snapshots: snapshots && createSnapshotStore(snapshots),
    images: images && { engine: images.engine, store: createImageStore(images) },
    clock: systemClock,
    ids: systemIds,
    log: createLog({ program: "run", level: start.logLevel }).child({ runId: spec.runId }),
  };
}

/** Waits for the ends of child processes: exiting before would leave them to the machine's first process, which may not read them. */
async function reapChildren(): Promise<void> {
  try {
    for (let round = 0; round < maxReapRounds && childrenOf(process.pid).length > 0; round += 1) await delay(reapMs);
  } catch {
    // This kernel doesn't list children.
  }
}

async function execute(start: RunStart): Promise<RunOutcome> {
  const stopTracing = await tracing;
  const attributes = { "slipway.run.id": start.spec.runId };
  // Without a trace, Node's HTTP client isn't loaded for the headers.
  const root = Object.keys(start.trace).length === 0 ? true : new Headers(start.trace);
  const outcome = await traced("run process", { kind: "INTERNAL", attributes, root }, () =>
    executeRun(start.spec, contextOf(start, requests)),
  );
  // A frame that the parent couldn't store has ended the run already.
  await requests.recorded().catch(() => undefined);
  await stopTracing();
  await reapChildren();
  return outcome;
}

function handle(message: ToRun): void {
  if (message.type === "reply") requests.replied(message);
  else if (message.type === "cancel") canceled.abort();
  else if (!started) {
    started = true;
    void execute(message.start).then((outcome) => {
      if (orphaned) process.exit(1);
      writeMessage(socket, { type: "outcome", outcome });
      socket.end(() => process.exit(0));
    });
  }
}

readLines(socket, {
  maxBytes: maxStartBytes,
  onLine: (line) => handle(ToRun.parse(JSON.parse(line))),
  // The parent is gone, or can't be understood: the run ends, and this process with it.
  onEnd() {
    orphaned = true;
    requests.close(new Error("the process that started the run is gone"));
    canceled.abort();
    if (!started) process.exit(0);
  },
});
// They reach all processes of a unit or terminal when it stops. The parent ends its runs itself.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
setInterval(() => writeMessage(socket, { type: "alive" }), aliveMs);
