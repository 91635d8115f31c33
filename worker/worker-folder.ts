import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { AgentId, RunId } from "@/lib/contract/worker-protocol/run-parts";
import { DataDirInUse, lockDataDir, processStartTime } from "@/postgres/lock";
import { processMarker } from "@/runner/environment/agent-environment";
import { endProcesses } from "@/runner/limits/process-tree";
import { removeTree } from "@/runner/stores/remove-tree";

/** The worker's files in its first `--worker-dir`. */
export interface WorkerFolder {
  dir: string;
  spoolDir: string;
  /** Results of `install`. */
  snapshotDir: string;
  imageDir: string;
  workspaceDir(agentId: string): string;
  /** Agents with files in the folder. */
  agents(): Promise<string[]>;
  unlock(): Promise<void>;
}

/** Another process uses the same worker id and folder. */
export class WorkerInUse extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WorkerInUse";
  }
}

/** Marks the folder of a worker with a generated id, which is only reused if passed explicitly. */
export const generatedIdFile = "generated-id";
const retentionMs = 7 * 24 * 3_600_000;

const Lock = z.object({ pid: z.number(), startedAt: z.string() });

/** Whether a running worker uses the folder. */
export async function isLocked(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "lock"), "utf8").catch(() => "{}");
  const lock = Lock.safeParse(JSON.parse(text));
  return lock.success && processStartTime(lock.data.pid) === lock.data.startedAt;
}

/**
 * Kills leftover run processes of workers that have exited, and deletes the folders of generated ids after a week. Until
 * then, such a worker can be restarted by its id.
 */
async function removeStaleFolders(root: string, own: string, options: { now: number; prefix: string }): Promise<void> {
  for (const name of await readdir(root)) {
    const folder = join(root, name);
    if (name === own || !(await stat(folder)).isDirectory() || (await isLocked(folder))) continue;
    for (const runId of await readdir(join(folder, "runs")).catch(() => [])) {
      if (!RunId.safeParse(runId).success) continue;
      await endProcesses({ marker: processMarker(options.prefix, runId), groups: [] });
    }
    const marker = await stat(join(folder, generatedIdFile)).catch(() => undefined);
    if (marker && options.now - marker.mtimeMs > retentionMs) await removeTree(folder);
  }
}

/** The folder with the folders of the workers that were started in `workerDir`. */
export const workersRoot = (workerDir: string, serviceName: string) => join(workerDir, `.${serviceName}-worker`);

/**
 * Opens and locks `<worker-dir>/.<service>-worker/<worker id>`. It is ignored by git, so the worker folder can be a checkout,
 * and workers with different ids can share it. Throws {@link WorkerInUse}.
 */
export async function openWorkerFolder(options: {
  workerDir: string;
  serviceName: string;
  workerId: string;
  hasGeneratedId: boolean;
  now: number;
}): Promise<WorkerFolder> {
  const { serviceName, workerId, now } = options;
  const root = workersRoot(options.workerDir, serviceName);
  const own = join(root, workerId);
  const agentsDir = join(own, "agents");
  await mkdir(agentsDir, { recursive: true, mode: 0o700 });
  await writeFile(join(root, ".gitignore"), "*\n");
  const unlock = await lockDataDir(own).catch((error) => {
    if (!(error instanceof DataDirInUse)) throw error;
    throw new WorkerInUse(`Worker ${workerId} is already running in another process and uses ${own}`);
  });
  if (options.hasGeneratedId) await writeFile(join(own, generatedIdFile), "");
  await removeStaleFolders(root, workerId, { now, prefix: serviceName.toUpperCase() });
  return {
    dir: own,
    spoolDir: join(own, "runs"),
    snapshotDir: join(own, "snapshots"),
    imageDir: join(own, "images"),
    workspaceDir: (agentId) => join(agentsDir, agentId),
    agents: async () => (await readdir(agentsDir)).filter((name) => AgentId.safeParse(name).success),
    unlock,
  };
}
