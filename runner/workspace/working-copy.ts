import { lstat, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { gitReason, isAccessDenied, runRemoteGit } from "@/git/remote";
import { GitError, type GitResult, type RunGitOptions, runGit } from "@/git/run-git";
import { RunFailure } from "../limits/run-failure";
import type { RunRepository, RunSpec } from "../run/run-spec";
import { scriptEnvironment } from "../sandbox/script-environment";
import { type GitAccess, inSandbox } from "./git-access";
import { resolveStartingPoint } from "./starting-point";
import { artifactsLink, type Workspace } from "./workspace";
import type { WorkspaceSessions, Zone } from "./workspace-sessions";

/** A repository in a workspace. Git runs on it in the run's sandbox only: see {@link WorkspaceSessions}. */
export interface WorkingCopy {
  repository: RunRepository;
  /** The agent's checkout. The agent can write anything into it, including its git folder. */
  folder: string;
  /** The service's bare clone: its settings are trusted, and everything from and to the server goes through it. */
  transferDir: string;
  branch: string;
  /** Cloned for this run. */
  isNew: boolean;
  workspace: Workspace;
  sessions: WorkspaceSessions;
  /** Aborts when the run is canceled or exceeds a limit; every command ends with it. */
  signal: AbortSignal;
}

/** Reference in the transfer repository to the starting commit. */
export const baseRef = "refs/slipway/base";
/** Index of the agent's checkout in the transfer repository, so that unchanged files aren't re-read. */
export const snapshotIndex = "slipway-index";

/** Time limit for file operations on a checkout, in milliseconds. */
export const fileTimeoutMs = 10 * 60_000;

/** A transfer repository in a run. */
export type TransferContext = Pick<WorkingCopy, "transferDir" | "workspace" | "sessions" | "signal">;

/** Runs git in the transfer repository. */
export function transferGit(
  { sessions, transferDir, signal }: TransferContext,
  args: readonly string[],
  options: RunGitOptions = {},
): Promise<GitResult> {
  return runGit(args, { cwd: transferDir, signal, ...sessions.git("service"), ...options });
}

/** Runs a shell script on a checkout; its arguments are `$1`, `$2`, … Throws when it fails. */
export async function runInCheckout(
  { sessions, signal }: Pick<TransferContext, "sessions" | "signal">,
  zone: Zone,
  script: string,
  args: readonly string[],
): Promise<void> {
  const { code, stderr } = await sessions.command(zone, {
    command: ["/bin/sh", "-ec", script, "sh", ...args],
    cwd: "/",
    environment: scriptEnvironment,
    maxOutputBytes: 65_536,
    timeoutMs: fileTimeoutMs,
    signal,
  });
  if (code !== 0) throw new RunFailure("workspace_unusable", `checkout failed: ${gitReason(stderr)}`);
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

async function cloneTransfer(repository: RunRepository, transfer: TransferContext, access: GitAccess): Promise<void> {
  const { transferDir } = transfer;
  const partial = `${transferDir}.partial`;
  await rm(partial, { recursive: true, force: true });
  const args = ["clone", "--quiet", "--bare", "--no-local", "--template=", "--", repository.cloneUrl, partial];
  try {
    await runRemoteGit(args, repository.cloneUrl, inSandbox(access, transfer));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const code = isAccessDenied(error) ? "repository_access" : "upstream_error";
    throw new RunFailure(code, `couldn't clone ${repository.url}: ${gitReason(error.stderr)}`);
  }
  await rename(partial, transferDir);
}

async function checkOut(copy: WorkingCopy, commit: string | undefined): Promise<void> {
  const { folder, transferDir, repository, branch, sessions, signal } = copy;
  const partial = join(folder, "..", `.${repository.directory}.partial`);
  const git = (args: readonly string[], options: RunGitOptions = {}) =>
    runGit(args, { signal, ...sessions.git("service"), ...options });
  await runInCheckout(copy, "service", 'rm -rf -- "$1"', [partial]);
  const clone = ["clone", "--quiet", "--shared", "--no-checkout", "--template=", "--", transferDir, partial];
  await git(clone, { allowProtocols: ["file"], cwd: copy.workspace.repos });
  await git(["config", "remote.origin.url", repository.cloneUrl], { cwd: partial });
  const switchTo = commit
    ? ["checkout", "--quiet", "--no-track", "-B", branch, commit, "--"]
    : ["symbolic-ref", "HEAD", `refs/heads/${branch}`];
  await git(switchTo, { cwd: partial });
  const finish = `mkdir -p "$1/.git/info"; printf '/%s\\n' "$2" > "$1/.git/info/exclude"
    if test -e "$1/.git/index"; then cp -- "$1/.git/index" "$3"; fi; mv -- "$1" "$4"`;
  if (commit) await transferGit(copy, ["update-ref", baseRef, commit]);
  await runInCheckout(copy, "service", finish, [partial, artifactsLink, join(transferDir, snapshotIndex), folder]);
}

/** Removes locks left in the transfer repository by a killed git process. */
async function removeStaleLocks(copy: TransferContext): Promise<void> {
  const script = 'find "$1" -maxdepth 1 -name "*.lock" -delete; find "$1/refs" -name "*.lock" -delete';
  await runInCheckout(copy, "service", script, [copy.transferDir]);
}

/** Clones a repository on the agent's first run; later runs continue with the existing files, including uncommitted changes. */
export async function prepareWorkingCopy(
  repository: RunRepository,
  branch: RunSpec["branch"],
  { workspace, sessions }: Pick<WorkingCopy, "workspace" | "sessions">,
  access: GitAccess,
): Promise<WorkingCopy> {
  const folder = join(workspace.repos, repository.directory);
  const transferDir = join(workspace.transfer, `${repository.directory}.git`);
  const transfer = { transferDir, workspace, sessions, signal: access.signal };
  const isNew = !(await exists(folder));
  if (await exists(transferDir)) await removeStaleLocks(transfer);
  else await cloneTransfer(repository, transfer, access);
  const start = await resolveStartingPoint(repository, branch, transfer, access);
  const copy = { ...transfer, repository, folder, branch: start.branch, isNew };
  if (isNew) await checkOut(copy, start.commit);
  return copy;
}
