import { setTimeout as delay } from "node:timers/promises";
import { gitReason, runRemoteGit } from "@/git/remote";
import { GitError } from "@/git/run-git";
import { RunFailure } from "../limits/run-failure";
import { pushedRef, resolveObject } from "./checkout-state";
import { type GitAccess, inSandbox } from "./git-access";
import type { BranchTip } from "./stacked-branches";
import { baseRef, transferGit, type WorkingCopy } from "./working-copy";

/** An earlier push that is still running holds the reference's lock for a moment. */
const lockTries = 20;
const lockPauseMs = 250;

/** Why the server rejected a reference, from `push --porcelain` and the output of its hooks. */
function rejectionReason(porcelain: string, stderr: string): string {
  const line = porcelain.split("\n").find((each) => each.startsWith("!"));
  const summary = line?.split("\t")[2] ?? "";
  const remote = stderr
    .split("\n")
    .filter((each) => each.startsWith("remote:"))
    .join("\n");
  return gitReason([summary, remote].filter((each) => each.trim() !== "").join("\n") || stderr);
}

/** Pushes once. Returns why the server rejected, or `undefined` when it accepted. */
async function pushOnce(args: readonly string[], copy: WorkingCopy, access: GitAccess): Promise<string | undefined> {
  try {
    const options = { cwd: copy.transferDir, okCodes: [0, 1] };
    const { code, stdout, stderr } = await runRemoteGit(
      args,
      copy.repository.cloneUrl,
      inSandbox(access, copy),
      options,
    );
    return code === 0 ? undefined : rejectionReason(stdout.toString("utf8"), stderr);
  } catch (error) {
    if (error instanceof GitError) return gitReason(error.stderr);
    throw error;
  }
}

/** The commit the server's branch is at, `null` when there is none; `undefined` when the server doesn't respond. */
async function remoteCommit(copy: WorkingCopy, branch: string, access: GitAccess): Promise<string | null | undefined> {
  const { transferDir, repository } = copy;
  const args = ["ls-remote", "--refs", "--", repository.cloneUrl, `refs/heads/${branch}`];
  try {
    const { stdout } = await runRemoteGit(args, repository.cloneUrl, inSandbox(access, copy), { cwd: transferDir });
    return stdout.toString("utf8").split("\t")[0] || null;
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

/** Whether a push of the commit to a branch at the tip loses nothing: the branch was deleted, or the commit is based on the tip. */
async function losesNothing(copy: WorkingCopy, commit: string, tip: string | null): Promise<boolean> {
  if (tip === null) return true;
  try {
    await transferGit(copy, ["merge-base", "--is-ancestor", tip, commit]);
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

/** Reference in the transfer repository: the commit of a branch that was pushed last. */
const pushedRefOf = (copy: WorkingCopy, branch: string) =>
  branch === copy.branch ? pushedRef : `refs/slipway/stacked/${branch}`;

/**
 * Pushes a commit to a branch of the run unless it is there already or nothing changed since the start. Returns whether it
 * pushed. The agent's branch can be force-pushed if only its runs moved it, and is created again if it was deleted. Branches that
 * others moved, and all others, are only fast-forwarded.
 */
export async function pushBranch(
  copy: WorkingCopy,
  { branch, commit }: BranchTip,
  ownBranch: boolean,
  access: GitAccess,
): Promise<boolean> {
  const { repository } = copy;
  const storedRef = pushedRefOf(copy, branch);
  const pushed = await resolveObject(copy, storedRef);
  if (commit === (pushed ?? (await resolveObject(copy, baseRef)))) return false;
  let expected: string | null | undefined = ownBranch ? pushed : undefined;
  for (let tries = 1; ; tries += 1) {
    // An empty value expects that the branch doesn't exist.
    const lease = expected === undefined ? [] : [`--force-with-lease=refs/heads/${branch}:${expected ?? ""}`];
    const args = ["push", "--porcelain", ...lease, "--", repository.cloneUrl, `${commit}:refs/heads/${branch}`];
    const reason = await pushOnce(args, copy, access);
    if (reason === undefined) break;
    const tip = await remoteCommit(copy, branch, access);
    // A push whose connection was lost may have been applied or still be running; then the same push is rejected.
    if (tip === commit) break;
    if (expected !== undefined && tip !== undefined && tip !== expected && (await losesNothing(copy, commit, tip))) {
      expected = tip;
      if (tries < lockTries) continue;
    }
    if (!/cannot lock ref/.test(reason) || tries === lockTries) {
      throw new RunFailure("push_rejected", `${repository.url} rejected ${branch}: ${reason}`);
    }
    await delay(lockPauseMs, undefined, { signal: access.signal });
  }
  await transferGit(copy, ["update-ref", storedRef, commit]);
  return true;
}
