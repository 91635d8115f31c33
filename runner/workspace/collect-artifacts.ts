import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { type ArtifactFile, artifactLimits } from "@/lib/contract/worker-protocol/artifact-exchange";
import { insideCommand } from "../sandbox/inside-command";
import { readArtifacts } from "../sandbox/read-artifacts";
import { openRunSandbox } from "../sandbox/run-sandbox";
import type { SandboxDriver } from "../sandbox/sandbox";
import { storeBlocks, syncFolder } from "../stores/content-store";

/** Time limit for reading an artifacts folder, in milliseconds. */
const timeoutMs = 120_000;

export interface CollectOptions {
  driver: SandboxDriver;
  workspaceDir: string;
  /** Folder where contents are stored by digest. */
  into: string;
  limits?: typeof artifactLimits;
}

export interface CollectedArtifacts {
  files: ArtifactFile[];
  /** The first ten names of omitted files. */
  omitted: string[];
  omittedCount: number;
}

/**
 * Copies a run's artifacts folder. A process in a sandbox reads and sends the files; nothing outside opens them. Returns
 * `undefined` when the workspace doesn't exist. Throws if the sandbox sends more than allowed or takes too long.
 */
export async function collectArtifactFiles(options: CollectOptions): Promise<CollectedArtifacts | undefined> {
  const { driver, workspaceDir, into, limits = artifactLimits } = options;
  if (!(await lstat(workspaceDir).catch(() => undefined))?.isDirectory()) return undefined;
  const root = join(workspaceDir, "artifacts");
  const isFolder = (await lstat(root).catch(() => undefined))?.isDirectory() ?? false;
  if (!isFolder) return { files: [], omitted: [], omittedCount: 0 };
  const sandbox = await openRunSandbox({
    driver,
    serviceFolder: workspaceDir,
    home: "/",
    temporary: undefined,
    agentCommand: [],
    hidden: [workspaceDir],
    marker: `ARTIFACTS_OF=${workspaceDir}`,
    egress: undefined,
    onBlocked: () => undefined,
  });
  const { child, stdin, stdout } = sandbox.spawn({
    command: insideCommand("artifacts"),
    cwd: "/",
    environment: {},
    mounts: [{ path: root, access: "read" }],
    network: "none",
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  stdin.end(JSON.stringify({ root, limits }));
  const files: ArtifactFile[] = [];
  try {
    const end = await readArtifacts(stdout, limits, async ({ name, updatedAt, blocks }) => {
      files.push({ path: `artifacts/${name}`, updatedAt, ...(await storeBlocks(into, blocks)) });
    });
    await syncFolder(into);
    return { files, ...end };
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
    await sandbox.close();
  }
}
