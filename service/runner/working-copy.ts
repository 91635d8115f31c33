import { copyFile, lstat, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GitError, runGit } from "@/service/git/run-git";
import { type GitAccess, gitReason, isRefusedAccess, runRemoteGit } from "./git-credential";
import { RunFailure } from "./run-failure";
import type { RunRepository, RunSpec } from "./run-spec";
import { resolveStartingPoint } from "./starting-point";
import { artifactsLink, type Workspace } from "./workspace";

/** A repository in a workspace. */
export interface WorkingCopy {
  repository: RunRepository;
  /** The agent's checkout. */
  folder: string;
  /** The service's bare clone, used for all transfers from and to the server. */
  transferDir: string;
  branch: string;
}

/** Reference in the transfer repository to the starting commit. */
export const baseRef = "refs/slipway/base";
/** The service's index of the agent's checkout, so unchanged files aren't read again. */
export const snapshotIndex = "slipway-index";

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

async function cloneTransfer(repository: RunRepository, transferDir: string, access: GitAccess): Promise<void> {
  const partial = `${transferDir}.partial`;
  await rm(partial, { recursive: true, force: true });
  const args = ["clone", "--quiet", "--bare", "--no-local", "--template=", "--", repository.cloneUrl, partial];
  try {
    await runRemoteGit(args, repository.cloneUrl, access);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const code = isRefusedAccess(error) ? "repository_access" : "upstream_error";
    throw new RunFailure(code, `couldn't clone ${repository.url}: ${gitReason(error.stderr)}`);
  }
  await rename(partial, transferDir);
}

async function checkOut(copy: WorkingCopy, commit: string | undefined, signal: AbortSignal): Promise<void> {
  const { folder, transferDir, repository, branch } = copy;
  const partial = join(folder, "..", `.${repository.directory}.partial`);
  await rm(partial, { recursive: true, force: true });
  const clone = ["clone", "--quiet", "--shared", "--no-checkout", "--template=", "--", transferDir, partial];
  await runGit(clone, { allowProtocols: ["file"], signal });
  await runGit(["config", "remote.origin.url", repository.cloneUrl], { cwd: partial });
  const switchTo = commit
    ? ["checkout", "--quiet", "--no-track", "-B", branch, commit, "--"]
    : ["symbolic-ref", "HEAD", `refs/heads/${branch}`];
  await runGit(switchTo, { cwd: partial, signal });
  await mkdir(join(partial, ".git", "info"), { recursive: true });
  await writeFile(join(partial, ".git", "info", "exclude"), `/${artifactsLink}\n`);
  const index = join(partial, ".git", "index");
  if (await exists(index)) await copyFile(index, join(transferDir, snapshotIndex));
  if (commit) await runGit(["update-ref", baseRef, commit], { cwd: transferDir });
  await rename(partial, folder);
}

/** Clones a repository in the agent's first run. Later runs continue with the existing files and uncommitted changes. */
export async function prepareWorkingCopy(
  repository: RunRepository,
  branch: RunSpec["branch"],
  workspace: Workspace,
  access: GitAccess,
): Promise<WorkingCopy> {
  const folder = join(workspace.repos, repository.directory);
  const transferDir = join(workspace.transfer, `${repository.directory}.git`);
  if (!(await exists(transferDir))) await cloneTransfer(repository, transferDir, access);
  const start = await resolveStartingPoint(repository, branch, transferDir, access);
  const copy = { repository, folder, transferDir, branch: start.branch };
  if (!(await exists(folder))) await checkOut(copy, start.commit, access.signal);
  return copy;
}
