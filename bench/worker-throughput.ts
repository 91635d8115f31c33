import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent } from "@/lib/contract/agents/create-agent";
import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import { unacknowledgedBytes } from "@/lib/contract/worker-protocol/limits";
import { createRecorder } from "@/service/runs/recorder";
import { openServiceConnection, type ServiceConnection } from "@/worker/service-connection";
import { RunSpool } from "@/worker/spool";
import { frames, type Harness } from "./harness";
import { now } from "./jobs";
import type { Result } from "./result";
import { batches } from "./throughput";

const pool = "bench";

/** Opens a worker's connection with a capacity of `capacity` runs. */
async function connect(harness: Harness, capacity: number) {
  const { clock, ids, log } = harness.service;
  const handlers = new Map<string, (message: FromService) => void>();
  const assigned: Extract<FromService, { type: "assign" }>[] = [];
  let wake = () => {};
  let welcomed = () => {};
  const ready = new Promise<void>((resolve) => {
    welcomed = resolve;
  });
  const connection = openServiceConnection({
    endpoint: harness.url,
    credentials: async () => [harness.key],
    register: () => ({
      type: "register",
      versions: [1],
      workerId: ids.uuid(),
      incarnation: ids.uuid(),
      resumed: false,
      name: pool,
      labels: [],
      workspaceRootPath: "/",
      models: ["script"],
      isolation: "none",
      capacity,
      runs: [],
      agents: [],
      draining: false,
    }),
    onWelcome: welcomed,
    onMessage(message) {
      if (message.type === "assign") {
        assigned.push(message);
        wake();
      } else if ("runId" in message) handlers.get(message.runId)?.(message);
    },
    onData: () => {},
    onDisconnect: () => {},
    onAttempt: () => {},
    clock,
    random: Math.random,
    log,
  });
  await ready;
  return {
    connection,
    on: (runId: string, handler: (message: FromService) => void) => handlers.set(runId, handler),
    async next() {
      while (assigned.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return assigned.shift();
    },
  };
}

/** Spools frames to disk and sends them, as a worker does. Resolves once the service has stored the last. */
async function sendThroughSpool(
  spool: RunSpool,
  connection: ServiceConnection,
  on: (handler: (message: FromService) => void) => void,
  count: number,
): Promise<void> {
  const { runId } = spool.assignment;
  let pumping: Promise<void> = Promise.resolve();
  const sendAll = async () => {
    while (spool.bytesInFlight < unacknowledgedBytes) {
      const batch = await spool.nextBatch();
      if (!batch) return;
      connection.sendText(
        `{"type":"frames","runId":"${runId}","first":${batch.first},"frames":[${batch.frames.join(",")}]}`,
      );
    }
  };
  const pump = () => {
    pumping = pumping.then(sendAll);
  };
  const stored = new Promise<void>((resolve) => {
    on((message) => {
      if (message.type !== "acknowledge") return;
      spool.acknowledge(message.through).then(pump);
      if (message.through === count) resolve();
    });
  });
  for (const batch of batches(frames(count))) {
    await spool.append(batch);
    pump();
  }
  await stored;
}

async function throughWorker(harness: Harness, runs: number, perRun: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "slipway-bench-worker-"));
  const { connection, on, next } = await connect(harness, runs);
  try {
    const spools: RunSpool[] = [];
    for (let index = 0; index < runs; index += 1) {
      const response = await fetch(`${harness.url}${createAgent.path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${harness.key}` },
        body: JSON.stringify({ prompt: { text: "bench" }, env: { type: "machine", name: pool } }),
      });
      if (response.status !== createAgent.success) throw new Error(await response.text());
      const assignment = await next();
      if (assignment) spools.push(await RunSpool.create(folder, assignment));
    }
    const startedAt = now();
    await Promise.all(
      spools.map((spool) =>
        sendThroughSpool(spool, connection, (handler) => on(spool.assignment.runId, handler), perRun),
      ),
    );
    const eventsPerSecond = (runs * perRun * 1000) / (now() - startedAt);
    for (const { assignment } of spools) {
      const outcome = { status: "FINISHED" as const, result: "", branches: [] };
      connection.send({ type: "outcome", runId: assignment.runId, frames: perRun, outcome });
    }
    for (const spool of spools) await spool.remove();
    return eventsPerSecond;
  } finally {
    connection.close("benchmark finished");
    await connection.ended;
    await rm(folder, { recursive: true, force: true });
  }
}

async function throughRecorder(harness: Harness, runs: number, perRun: number): Promise<number> {
  const seeded = await harness.seedRuns(runs);
  const recorders = await Promise.all(seeded.map(({ id }) => createRecorder(harness.service, id)));
  const feed = batches(frames(perRun));
  const startedAt = now();
  await Promise.all(
    recorders.map(async (recorder) => {
      for (const batch of feed) await recorder.record(batch);
    }),
  );
  return (runs * perRun * 1000) / (now() - startedAt);
}

/** Measures a worker's events stored per second, against those of the local runner. */
export async function workerThroughput(harness: Harness, runs: number, perRun: number): Promise<Result[]> {
  const worker = await throughWorker(harness, runs, perRun);
  const local = await throughRecorder(harness, runs, perRun);
  const at = `at ${runs} concurrent run${runs === 1 ? "" : "s"}`;
  const reference = [local, "by the local runner"] as const;
  return [{ name: `stored from a worker ${at}`, value: worker, unit: "events/s", reference }];
}
