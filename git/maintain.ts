import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { runGit } from "./run-git";

/** Limits above which a repository is repacked. */
const maxLoose = 500;
const maxPacks = 8;
const maxLooseRefs = 100;

interface Fragmentation {
  looseObjects: number;
  packs: number;
}

async function measureFragmentation(dir: string): Promise<Fragmentation> {
  const { stdout } = await runGit(["count-objects", "-v"], { cwd: dir });
  const values = new Map(
    stdout
      .toString("utf8")
      .split("\n")
      .map((line): [string, number] => [line.split(":")[0] ?? "", Number(line.split(":")[1])]),
  );
  return { looseObjects: values.get("count") ?? 0, packs: values.get("packs") ?? 0 };
}

async function countFiles(folder: string, enough: number): Promise<number> {
  let count = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (count > enough) break;
    count += entry.isDirectory() ? await countFiles(join(folder, entry.name), enough - count) : 1;
  }
  return count;
}

/** Git doesn't expire locks, so a lock of a killed process would block its reference forever. */
const staleLockMs = 60 * 60_000;

/** Names of lock files older than an hour, which must belong to killed processes. */
export async function staleLocks(dir: string, now: number): Promise<string[]> {
  const names = await readdir(dir, { recursive: true }).catch(() => []);
  const locks = names.filter((name) => name.endsWith(".lock") && !name.startsWith("objects"));
  const old = locks.map(async (name) => {
    const state = await stat(join(dir, name)).catch(() => undefined);
    return state && now - state.mtimeMs > staleLockMs ? [name] : [];
  });
  return (await Promise.all(old)).flat();
}

/**
 * Maintains a repository: commit graph, few packs, few loose references. Never removes objects that could still
 * be referenced. Safe during pushes and fetches; uses at most one core.
 */
export async function maintain(dir: string): Promise<void> {
  const config = { "pack.threads": "1", "pack.windowMemory": "200m", "repack.writeBitmaps": "true" };
  if ((await countFiles(join(dir, "refs"), maxLooseRefs)) > maxLooseRefs) {
    await runGit(["pack-refs", "--all"], { cwd: dir });
  }
  const { looseObjects, packs } = await measureFragmentation(dir);
  if (looseObjects > maxLoose || packs > maxPacks) {
    await runGit(["repack", "--quiet", "-d", "-l", "--geometric=2", "--write-midx"], { cwd: dir, config });
  }
  await runGit(["commit-graph", "write", "--reachable", "--changed-paths", "--split", "--no-progress"], { cwd: dir });
}
