import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { AgentId, RunId } from "@/lib/contract/worker-protocol/run-parts";
import { DataDirInUse, lockDataDir, processStartTime } from "@/postgres/lock";
import { processMarker } from "@/service/runner/agent-environment";
import { endProcesses } from "@/service/runner/process-tree";

/** What a worker keeps below its first `--worker-dir`. */
export interface WorkerFolder {
  spoolDir: string;
  workspaceDir(agentId: string): string;
  /** Agents whose files are there. */
  agents(): Promise<string[]>;
  unlock(): Promise<void>;
}

/** Another process has this worker's id, on this folder. */
export class WorkerInUse extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WorkerInUse";
  }
}

/** Marks the folder of a worker whose id was made up: nobody has that id again by itself. */
const madeUpFile = "made-up-id";
const keptMs = 7 * 24 * 3_600_000;

const Lock = z.object({ pid: z.number(), startedAt: z.string() });

async function isLocked(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "lock"), "utf8").catch(() => "{}");
  const lock = Lock.safeParse(JSON.parse(text));
  return lock.success && processStartTime(lock.data.pid) === lock.data.startedAt;
}

/**
 * Ends what is left of runs whose worker's process is gone, and removes the folders of made-up ids after a week: until
 * then somebody may start such a worker again by its id.
 */
async function tidy(root: string, own: string, options: { now: number; prefix: string }): Promise<void> {
  for (const name of await readdir(root)) {
    const folder = join(root, name);
    if (name === own || !(await stat(folder)).isDirectory() || (await isLocked(folder))) continue;
    for (const runId of await readdir(join(folder, "runs")).catch(() => [])) {
      if (!RunId.safeParse(runId).success) continue;
      await endProcesses({ marker: processMarker(options.prefix, runId), groups: [] });
    }
    const madeUp = await stat(join(folder, madeUpFile)).catch(() => undefined);
    if (madeUp && options.now - madeUp.mtimeMs > keptMs) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Opens `<worker-dir>/.<service>-worker/<worker id>`. Git leaves it alone, so that a checkout may be the worker's folder;
 * workers with different ids may share it. Throws {@link WorkerInUse}.
 */
export async function openWorkerFolder(options: {
  workerDir: string;
  serviceName: string;
  workerId: string;
  madeUp: boolean;
  now: number;
}): Promise<WorkerFolder> {
  const { serviceName, workerId, now } = options;
  const root = join(options.workerDir, `.${serviceName}-worker`);
  const own = join(root, workerId);
  const agentsDir = join(own, "agents");
  await mkdir(agentsDir, { recursive: true, mode: 0o700 });
  await writeFile(join(root, ".gitignore"), "*\n");
  const unlock = await lockDataDir(own).catch((error) => {
    if (!(error instanceof DataDirInUse)) throw error;
    throw new WorkerInUse(`Another process is the worker ${workerId} already; it keeps its files in ${own}`);
  });
  if (options.madeUp) await writeFile(join(own, madeUpFile), "");
  await tidy(root, workerId, { now, prefix: serviceName.toUpperCase() });
  return {
    spoolDir: join(own, "runs"),
    workspaceDir: (agentId) => join(agentsDir, agentId),
    agents: async () => (await readdir(agentsDir)).filter((name) => AgentId.safeParse(name).success),
    unlock,
  };
}
