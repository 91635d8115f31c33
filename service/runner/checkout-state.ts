import { copyFile, lstat, mkdir, realpath, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GitError, runGit } from "@/service/git/run-git";
import { RunFailure } from "./run-failure";
import { snapshotIndex, type WorkingCopy } from "./working-copy";
import { artifactsLink } from "./workspace";

/**
 * Reads and updates an agent's checkout from outside. The agent can write anything into its git folder, so commands here
 * must not use that folder's settings, filters or hooks.
 */

/** Reference in the transfer repository to the newest commit of the checkout. */
export const headRef = "refs/slipway/head";

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/**
 * Rejects a checkout that links to something outside. The agent could have replaced a folder with a link to another
 * repository or to the service's data, and the commit would expose it.
 */
export async function assertSelfContained({ folder, repository, transferDir }: WorkingCopy): Promise<void> {
  const git = join(folder, ".git");
  const own = [folder, git, join(git, "objects"), join(git, "objects", "info"), join(git, "refs")];
  const info = join(git, "objects", "info");
  if (await isFolder(join(git, "objects"))) await mkdir(info, { recursive: true });
  for (const path of own) {
    if (!(await isFolder(path)) || (await realpath(path)) !== path) {
      throw new RunFailure("workspace_unusable", `${repository.directory} is no longer a separate git repository`);
    }
  }
  if (await lstat(join(git, "commondir")).catch(() => undefined)) {
    throw new RunFailure("workspace_unusable", `${repository.directory} shares its git folder with another repository`);
  }
  const alternates = join(info, "alternates");
  await writeFile(`${alternates}.new`, `${join(transferDir, "objects")}\n`);
  await rename(`${alternates}.new`, alternates);
}

/** Resolves a git expression to an object id. Must not be used with user input. */
export async function resolveObject(transferDir: string, expression: string): Promise<string | undefined> {
  const args = ["rev-parse", "--verify", "--quiet", expression];
  const { code, stdout } = await runGit(args, { cwd: transferDir, okCodes: [0, 1, 128] });
  return code === 0 ? stdout.toString("utf8").trim() : undefined;
}

/** Fetches the agent's commits into the transfer repository and returns the newest. */
export async function fetchHead({ folder, transferDir }: WorkingCopy): Promise<string | undefined> {
  await runGit(["update-ref", "-d", headRef], { cwd: transferDir });
  try {
    const args = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", folder, `+HEAD:${headRef}`];
    await runGit(args, { cwd: transferDir, allowProtocols: ["file"] });
  } catch (error) {
    if (error instanceof GitError && /couldn't find remote ref HEAD/i.test(error.stderr)) return undefined;
    throw error;
  }
  return resolveObject(transferDir, headRef);
}

/** Returns variables that make git use the transfer repository's settings and a separate index for the checkout's files. */
export function checkoutEnvironment({ folder, transferDir }: Pick<WorkingCopy, "folder" | "transferDir">) {
  return { GIT_DIR: transferDir, GIT_WORK_TREE: folder, GIT_INDEX_FILE: join(transferDir, snapshotIndex) };
}

/** Writes the checkout's files as a tree, with settings and an index the agent can't access. */
export async function snapshot({ folder, transferDir }: WorkingCopy, head: string | undefined): Promise<string> {
  const env = checkoutEnvironment({ folder, transferDir });
  const link = await lstat(join(folder, artifactsLink)).catch(() => undefined);
  await mkdir(join(transferDir, "info"), { recursive: true });
  await writeFile(join(transferDir, "info", "exclude"), link?.isSymbolicLink() ? `/${artifactsLink}\n` : "");
  await runGit(head ? ["read-tree", "--reset", head] : ["read-tree", "--empty"], { cwd: folder, env });
  await runGit(["add", "--all"], { cwd: folder, env });
  const { stdout } = await runGit(["write-tree"], { cwd: folder, env });
  return stdout.toString("utf8").trim();
}

/** Updates the agent's checkout to the new commit, so the next run starts with a clean state. */
export async function updateCheckout({ folder, transferDir }: WorkingCopy, commit: string): Promise<void> {
  await runGit(["update-ref", "-m", "commit of the run", "HEAD", commit], { cwd: folder });
  const index = join(folder, ".git", "index");
  await copyFile(join(transferDir, snapshotIndex), `${index}.new`);
  await rename(`${index}.new`, index);
}
