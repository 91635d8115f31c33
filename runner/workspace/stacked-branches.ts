import { isStackedOn } from "@/git/refs/stacked-on";
import { gitReason } from "@/git/remote";
import { GitError, runGit } from "@/git/run-git";
import { RunFailure } from "../limits/run-failure";
import { copyCommit } from "./checkout-state";
import type { WorkingCopy } from "./working-copy";

/** A branch of the checkout, and its commit in the transfer repository. */
export interface BranchTip {
  branch: string;
  commit: string;
}

const line = /^([* ])([0-9a-f]{40,64}) refs\/heads\/(.+)$/;

async function localBranches(copy: WorkingCopy) {
  const patterns = [`refs/heads/${copy.branch}`, `refs/heads/${copy.branch}.*`];
  const { stdout } = await runGit(["for-each-ref", "--format=%(HEAD)%(objectname) %(refname)", ...patterns], {
    cwd: copy.folder,
    maxOutputBytes: 1_048_576,
    signal: copy.signal,
    ...copy.sessions.git("checkout"),
  });
  return stdout
    .toString("utf8")
    .split("\n")
    .flatMap((text) => {
      const [, head, commit, branch] = line.exec(text) ?? [];
      return commit && branch ? [{ isHead: head === "*", commit, branch }] : [];
    });
}

/**
 * Returns the commit of the agent's branch, and the branches that the agent stacked on it, at most `max`. `head`: the newest
 * commit of the checkout. It belongs to the stacked branch that is checked out, otherwise to the agent's. Throws
 * {@link RunFailure} `commit_failed`.
 */
export async function branchTips(
  copy: WorkingCopy,
  head: string | undefined,
  max: number,
): Promise<{ own: string | undefined; stacked: BranchTip[] }> {
  try {
    const local = await localBranches(copy);
    const stackedHere = local.filter(({ branch }) => isStackedOn(copy.branch, branch)).slice(0, max);
    let own = head;
    if (stackedHere.some(({ isHead }) => isHead)) {
      own = local.find(({ branch }) => branch === copy.branch)?.commit;
      if (own !== undefined) await copyCommit(copy, own);
    }
    for (const { commit } of stackedHere) await copyCommit(copy, commit);
    return { own, stacked: stackedHere.map(({ branch, commit }) => ({ branch, commit })) };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const reason = gitReason(error.stderr);
    throw new RunFailure("commit_failed", `couldn't read the branches of ${copy.repository.directory}: ${reason}`);
  }
}
