import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { runGit } from "./run-git";

/** Limits above which a repository is repacked. */
const mostLoose = 500;
const mostPacks = 8;
const mostLooseRefs = 100;

interface Disorder {
  looseObjects: number;
  packs: number;
}

async function disorderOf(dir: string): Promise<Disorder> {
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

/** Git's own grace for locks is none: one that a killed process left blocks its reference for ever. */
const staleLockMs = 60 * 60_000;

/** Names of lock files older than an hour, which only a killed process can have left. */
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
 * Keeps a repository quick: a commit graph, few packs, few loose references. Removes nothing that anybody could still
 * point at. Safe beside pushes and fetches; it takes one core at most.
 */
export async function maintain(dir: string): Promise<void> {
  const config = { "pack.threads": "1", "pack.windowMemory": "200m", "repack.writeBitmaps": "true" };
  if ((await countFiles(join(dir, "refs"), mostLooseRefs)) > mostLooseRefs) {
    await runGit(["pack-refs", "--all"], { cwd: dir });
  }
  const { looseObjects, packs } = await disorderOf(dir);
  if (looseObjects > mostLoose || packs > mostPacks) {
    await runGit(["repack", "--quiet", "-d", "-l", "--geometric=2", "--write-midx"], { cwd: dir, config });
  }
  await runGit(["commit-graph", "write", "--reachable", "--changed-paths", "--split", "--no-progress"], { cwd: dir });
}
