import { runRemoteGit } from "@/git/remote";
import { GitError, runGit } from "@/git/run-git";
import { RunFailure } from "../limits/run-failure";
import {
  checkoutEnvironment,
  copyHead,
  inspectCheckout,
  moveCheckout,
  pushedRef,
  resolveObject,
  snapshot,
} from "./checkout-state";
import { type GitAccess, inSandbox } from "./git-access";
import { transferGit, type WorkingCopy } from "./working-copy";

/** Reference in the transfer repository: the server's branch as of the last fetch. */
const remoteRef = "refs/slipway/remote";

async function moveTo(copy: WorkingCopy, pushed: string, remote: string): Promise<boolean> {
  const state = await inspectCheckout(copy);
  if ((await copyHead(copy)) !== pushed) return false;
  const clean = await resolveObject(copy, `${pushed}^{tree}`);
  if ((await snapshot(copy, pushed, state)) !== clean) return false;
  await runGit(["read-tree", "-m", "-u", pushed, remote], {
    cwd: copy.folder,
    env: checkoutEnvironment(copy),
    signal: copy.signal,
    ...copy.sessions.git("service"),
  });
  await moveCheckout(copy, remote);
  await transferGit(copy, ["update-ref", pushedRef, remote]);
  return true;
}

/**
 * Updates the checkout with commits others pushed to the agent's branch since its last run, if the checkout is exactly as it was pushed. Otherwise, or if the server is unreachable, the checkout is left unchanged. Returns whether it moved.
 */
export async function followBranch(copy: WorkingCopy, access: GitAccess): Promise<boolean> {
  const { transferDir, repository, branch } = copy;
  const pushed = await resolveObject(copy, pushedRef);
  if (pushed === undefined) return false;
  const args = ["fetch", "--quiet", "--no-tags", repository.cloneUrl, `+refs/heads/${branch}:${remoteRef}`];
  try {
    await runRemoteGit(args, repository.cloneUrl, inSandbox(access, copy), { cwd: transferDir });
    const remote = await resolveObject(copy, remoteRef);
    return remote !== undefined && remote !== pushed && (await moveTo(copy, pushed, remote));
  } catch (error) {
    if (error instanceof GitError || error instanceof RunFailure) return false;
    throw error;
  }
}
