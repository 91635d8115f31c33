import { setTimeout as delay } from "node:timers/promises";
import { GitError, runGit } from "@/service/git/run-git";
import { resolveObject } from "./checkout-state";
import { type GitAccess, gitReason, runRemoteGit } from "./git-credential";
import { RunFailure } from "./run-failure";
import { baseRef, type WorkingCopy } from "./working-copy";

/** Reference in the transfer repository to the last pushed commit. */
export const pushedRef = "refs/slipway/pushed";

/** An earlier push that is still running can lock the reference. */
const lockAttempts = 20;
const lockRetryDelayMs = 250;

/** Returns why the server rejected a reference, from `push --porcelain` and the output of its hooks. */
function rejectionReason(porcelain: string, stderr: string): string {
  const line = porcelain.split("\n").find((each) => each.startsWith("!"));
  const summary = line?.split("\t")[2] ?? "";
  const remote = stderr
    .split("\n")
    .filter((each) => each.startsWith("remote:"))
    .join("\n");
  return gitReason([summary, remote].filter((each) => each.trim() !== "").join("\n") || stderr);
}

/** Pushes once and returns why the server rejected it, or undefined. */
async function pushOnce(
  args: readonly string[],
  { transferDir, repository }: WorkingCopy,
  access: GitAccess,
): Promise<string | undefined> {
  try {
    const options = { cwd: transferDir, okCodes: [0, 1] };
    const { code, stdout, stderr } = await runRemoteGit(args, repository.cloneUrl, access, options);
    return code === 0 ? undefined : rejectionReason(stdout.toString("utf8"), stderr);
  } catch (error) {
    if (error instanceof GitError) return gitReason(error.stderr);
    throw error;
  }
}

/** Returns the commit of the branch on the server. Undefined if it doesn't exist or is unknown. */
async function remoteCommit(
  { transferDir, repository, branch }: WorkingCopy,
  access: GitAccess,
): Promise<string | undefined> {
  const args = ["ls-remote", "--refs", "--", repository.cloneUrl, `refs/heads/${branch}`];
  try {
    const { stdout } = await runRemoteGit(args, repository.cloneUrl, access, { cwd: transferDir });
    return stdout.toString("utf8").split("\t")[0] || undefined;
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

/**
 * Pushes a commit to the run's branch unless it was already pushed or nothing changed. Returns true if it pushed. The
 * agent's branch can be rewritten if no one else pushed to it. Other branches are only fast-forwarded.
 */
export async function pushBranch(
  copy: WorkingCopy,
  commit: string | undefined,
  ownBranch: boolean,
  access: GitAccess,
): Promise<boolean> {
  const { transferDir, repository, branch } = copy;
  const pushed = await resolveObject(transferDir, pushedRef);
  if (commit === undefined || commit === (pushed ?? (await resolveObject(transferDir, baseRef)))) return false;
  const lease = ownBranch && pushed ? [`--force-with-lease=refs/heads/${branch}:${pushed}`] : [];
  const args = ["push", "--porcelain", ...lease, "--", repository.cloneUrl, `${commit}:refs/heads/${branch}`];
  for (let tries = 1; ; tries += 1) {
    const reason = await pushOnce(args, copy, access);
    if (reason === undefined) break;
    // If the connection was lost, the first push may have succeeded or still be running, and the retry is rejected.
    if ((await remoteCommit(copy, access)) === commit) break;
    if (!/cannot lock ref/.test(reason) || tries === lockAttempts) {
      throw new RunFailure("push_rejected", `push to ${branch} of ${repository.url} was rejected: ${reason}`);
    }
    await delay(lockRetryDelayMs, undefined, { signal: access.signal });
  }
  await runGit(["update-ref", pushedRef, commit], { cwd: transferDir });
  return true;
}
