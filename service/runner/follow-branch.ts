import { GitError, runGit } from "@/service/git/run-git";
import {
  assertSelfContained,
  checkoutEnvironment,
  fetchHead,
  resolveObject,
  snapshot,
  updateCheckout,
} from "./checkout-state";
import { type GitAccess, runRemoteGit } from "./git-credential";
import { pushedRef } from "./push-branch";
import { RunFailure } from "./run-failure";
import type { WorkingCopy } from "./working-copy";

const remoteRef = "refs/slipway/remote";

async function updateTo(copy: WorkingCopy, pushed: string, remote: string): Promise<boolean> {
  await assertSelfContained(copy);
  if ((await fetchHead(copy)) !== pushed) return false;
  const clean = await resolveObject(copy.transferDir, `${pushed}^{tree}`);
  if ((await snapshot(copy, pushed)) !== clean) return false;
  const env = checkoutEnvironment(copy);
  await runGit(["read-tree", "-m", "-u", pushed, remote], { cwd: copy.folder, env });
  await updateCheckout(copy, remote);
  await runGit(["update-ref", pushedRef, remote], { cwd: copy.transferDir });
  return true;
}

/**
 * Updates the checkout to commits pushed to the agent's branch since its last run, if it has no other changes. Otherwise,
 * or if the server is unavailable, the checkout isn't changed and the push reports the conflict. Returns true if it was
 * updated.
 */
export async function followBranch(copy: WorkingCopy, access: GitAccess): Promise<boolean> {
  const { transferDir, repository, branch } = copy;
  const pushed = await resolveObject(transferDir, pushedRef);
  if (pushed === undefined) return false;
  const args = ["fetch", "--quiet", "--no-tags", repository.cloneUrl, `+refs/heads/${branch}:${remoteRef}`];
  try {
    await runRemoteGit(args, repository.cloneUrl, access, { cwd: transferDir });
    const remote = await resolveObject(transferDir, remoteRef);
    return remote !== undefined && remote !== pushed && (await updateTo(copy, pushed, remote));
  } catch (error) {
    if (error instanceof GitError || error instanceof RunFailure) return false;
    throw error;
  }
}
