import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { checkBranchName } from "./refs/branch-name";
import { runGit } from "./run-git";

const repositoryId = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const unfinished = /^\.(?:new|old)-/;

/** The bare repositories of the service: one folder each, named by repository id, never by slug. */
export interface RepositoryStore {
  /** Absolute path of a repository's folder. Throws for invalid ids. */
  path(id: string): string;
  /**
   * Creates a repository atomically, empty or filled by `fill`. Throws if it
   * exists.
   */
  create(id: string, options: { initialBranch: string; fill?: (dir: string) => Promise<void> }): Promise<string>;
  exists(id: string): Promise<boolean>;
  delete(id: string): Promise<void>;
  /** Ids of all repositories on disk. */
  list(): Promise<string[]>;
  /** Removes unfinished folders after a crash. Only call it at startup. */
  sweep(): Promise<void>;
}

export function createRepositoryStore(dataDir: string): RepositoryStore {
  const root = resolve(dataDir, "git");

  function path(id: string): string {
    const folder = resolve(root, `${id}.git`);
    if (!repositoryId.test(id) || !folder.startsWith(root + sep)) throw new Error("not a repository id");
    return folder;
  }

  async function exists(id: string): Promise<boolean> {
    return (await stat(join(path(id), "HEAD")).catch(() => undefined))?.isFile() ?? false;
  }

  async function entries(): Promise<string[]> {
    await mkdir(root, { recursive: true });
    return readdir(root);
  }

  return {
    path,
    exists,
    async create(id, { initialBranch, fill }) {
      const problem = checkBranchName(initialBranch);
      if (problem) throw new Error(`the initial branch ${problem}`);
      const target = path(id);
      await mkdir(root, { recursive: true });
      const temporary = join(root, `.new-${randomUUID()}`);
      try {
        // An empty template omits sample hooks and descriptions.
        await runGit(["init", "--quiet", "--bare", "--template=", `--initial-branch=${initialBranch}`, temporary]);
        await fill?.(temporary);
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { recursive: true, force: true });
        throw error;
      }
      return target;
    },
    async delete(id) {
      const oldFolder = join(root, `.old-${randomUUID()}`);
      try {
        await rename(path(id), oldFolder);
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
        throw error;
      }
      await rm(oldFolder, { recursive: true, force: true });
    },
    async list() {
      const names = await entries();
      return names.filter((name) => name.endsWith(".git")).map((name) => name.slice(0, -".git".length));
    },
    async sweep() {
      const left = (await entries()).filter((name) => unfinished.test(name));
      await Promise.all(left.map((name) => rm(join(root, name), { recursive: true, force: true })));
    },
  };
}
