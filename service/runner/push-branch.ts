import { setTimeout as delay } from "node:timers/promises";
import { GitError, runGit } from "@/service/git/run-git";
import { resolveObject } from "./checkout-state";
import { type GitAccess, gitReason, runRemoteGit } from "./git-credential";
import { RunFailure } from "./run-failure";
import { baseRef, type WorkingCopy } from "./working-copy";

/** Reference in the transfer repository: the commit that was pushed last. */
export const pushedRef = "refs/slipway/pushed";

/** A push of before that is still at work holds the reference for a moment. */
const lockTries = 20;
const lockPauseMs = 250;

/** The server's words on a refused reference, from `push --porcelain` and what its hooks printed. */
function refusal(porcelain: string, stderr: string): string {
  const line = porcelain.split("\n").find((each) => each.startsWith("!"));
  const summary = line?.split("\t")[2] ?? "";
  const remote = stderr
    .split("\n")
    .filter((each) => each.startsWith("remote:"))
    .join("\n");
  return gitReason([summary, remote].filter((each) => each.trim() !== "").join("\n") || stderr);
}

/** Pushes; answers why the server did not take it. */
async function pushOnce(
  args: readonly string[],
  { transferDir, repository }: WorkingCopy,
  access: GitAccess,
): Promise<string | undefined> {
  try {
    const options = { cwd: transferDir, okCodes: [0, 1] };
    const { code, stdout, stderr } = await runRemoteGit(args, repository.cloneUrl, access, options);
    return code === 0 ? undefined : refusal(stdout.toString("utf8"), stderr);
  } catch (error) {
    if (error instanceof GitError) return gitReason(error.stderr);
    throw error;
  }
}

/** The commit the server's branch is at; `undefined` when it has none or does not tell. */
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
 * Pushes a commit to the run's branch unless it is there already or nothing was done since the start. Answers whether
 * it pushed. A branch of the agent's own may be rewritten as long as nobody else moved it; any other is only extended.
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
    // A push whose connection broke off may have arrived, or be arriving: then the same push again is refused.
    if ((await remoteCommit(copy, access)) === commit) break;
    if (!/cannot lock ref/.test(reason) || tries === lockTries) {
      throw new RunFailure("push_rejected", `${branch} was not accepted by ${repository.url}: ${reason}`);
    }
    await delay(lockPauseMs, undefined, { signal: access.signal });
  }
  await runGit(["update-ref", pushedRef, commit], { cwd: transferDir });
  return true;
}
