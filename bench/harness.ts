import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { createLog } from "@/lib/core/log";
import { Keys, keysFile } from "@/lib/core/settings/keys";
import { readSettings } from "@/lib/core/settings/settings";
import { startPostgres } from "@/postgres/server";
import type { RunFrame } from "@/runner/run/run-spec";
import { RunProcesses } from "@/runner/run-process/run-processes";
import { agents, runs } from "@/service/core/store/tables/agents";
import { users } from "@/service/core/store/tables/users";
import type { Service } from "@/service/service";
import { startService } from "@/service/start";
import type { Job, Report } from "./jobs";

export type Done = Extract<Report, { kind: "done" }>;

export interface SeededRun {
  id: string;
  agentId: string;
  /** Path of its stream. */
  path: string;
}

export interface Harness {
  url: string;
  key: string;
  /** Key of the service account, for the pool API. */
  poolsKey: string;
  service: Service;
  /** Runs a job on the client thread and waits until it's done. One job at a time. */
  runJob(job: Job): Promise<Done>;
  /** Starts a job on the client thread and resolves once all of its streams are open. */
  startJob(job: Job): Promise<{ done: Promise<Done> }>;
  /** Inserts active runs that nothing executes. The benchmarks record their events. */
  seedRuns(count: number): Promise<SeededRun[]>;
  close(): Promise<void>;
}

/** Creates two frames per text delta, as the runner does. */
export function frames(count: number): RunFrame[] {
  return Array.from({ length: count }, (_, index): RunFrame => {
    const text = `Delta ${index >> 1}: a few words, about as many as a model returns at once. `;
    if (index % 2 === 0) return { event: "assistant", data: { text } };
    return { event: "interaction_update", data: { type: "text-delta", text } };
  });
}

async function seedRuns({ db, ids, clock, instance }: Service, count: number): Promise<SeededRun[]> {
  const [user] = await db.select().from(users).limit(1);
  if (!user) throw new Error("the service has no user");
  const times = { createdAt: clock.now(), updatedAt: clock.now() };
  const seeded = Array.from({ length: count }, () => ({ agentId: `bc-${ids.uuid()}`, id: `run-${ids.uuid()}` }));
  await db.insert(agents).values(
    seeded.map(({ agentId, id }) => ({
      id: agentId,
      teamId: user.teamId,
      userId: user.id,
      name: "bench",
      status: "ACTIVE" as const,
      envType: "cloud" as const,
      pushRepositoryIds: [],
      usedRepositoryIds: [],
      repos: [],
      workOnCurrentBranch: false,
      autoCreatePr: false,
      skipReviewerRequest: false,
      model: { id: "script", params: [] },
      customSubagents: [],
      mode: "agent" as const,
      branchName: `svc/${agentId}`,
      branches: [],
      latestRunId: id,
      ...times,
    })),
  );
  await db.insert(runs).values(
    seeded.map(({ agentId, id }) => ({
      id,
      agentId,
      status: "RUNNING" as const,
      mode: "agent" as const,
      promptText: "bench",
      promptImages: [],
      leasedBy: instance,
      leasedUntil: clock.now() + 60_000,
      ...times,
    })),
  );
  return seeded.map(({ agentId, id }) => ({ id, agentId, path: `/v1/agents/${agentId}/runs/${id}/stream` }));
}

function sendJob(worker: Worker, job: Job, opened = () => {}): Promise<Done> {
  return new Promise((resolve, reject) => {
    const settle = (report: Report) => {
      if (report.kind === "open") {
        opened();
        return;
      }
      worker.off("message", settle);
      worker.off("error", reject);
      if (report.kind === "done") resolve(report);
      else reject(new Error(report.message));
    };
    worker.on("message", settle);
    worker.once("error", reject);
    worker.postMessage(job);
  });
}

/** Starts a service with a separate database in a temporary folder, and the client thread. */
export async function startHarness(environment: NodeJS.ProcessEnv): Promise<Harness> {
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-bench-"));
  const log = createLog({ program: "bench", level: environment.BENCH_LOG_LEVEL ?? "error" });
  const postgres = await startPostgres({ dataDir, log });
  const settings = readSettings({
    DATA_DIR: dataDir,
    SERVICE_PORT: "0",
    DEMO: "0",
    RATE_LIMIT_PER_MINUTE: "999999999",
    REPOHOST_POINTS_PER_MINUTE: "999999999",
    GIT_REQUESTS_PER_MINUTE: "999999999",
    WEBHOOK_LOCAL_RECEIVERS: "1",
    ...(environment.SANDBOX ? { SANDBOX: environment.SANDBOX } : {}),
  });
  const runProcesses = new RunProcesses();
  const { execute: executeRun } = runProcesses;
  const running = await startService({ settings, databaseUrl: postgres.url, exclusive: true, executeRun, log });
  const keys = Keys.parse(JSON.parse(await readFile(join(dataDir, keysFile), "utf8")));
  const worker = new Worker(new URL("./client-thread.mjs", import.meta.url));

  return {
    url: running.url,
    key: keys.user,
    poolsKey: keys.serviceAccount,
    service: running.service,
    runJob: (job) => sendJob(worker, job),
    async startJob(job) {
      let onOpen = () => {};
      const opened = new Promise<void>((resolve) => {
        onOpen = resolve;
      });
      const done = sendJob(worker, job, onOpen);
      // A failure while events are still being recorded is reported when `done` is awaited.
      done.catch(() => {});
      await Promise.race([opened, done]);
      return { done };
    },
    seedRuns: (count) => seedRuns(running.service, count),
    async close() {
      await worker.terminate();
      runProcesses.close();
      await running.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
