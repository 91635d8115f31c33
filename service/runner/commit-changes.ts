import { GitError, runGit } from "@/service/git/run-git";
import { assertSelfContained, fetchHead, headRef, resolveObject, snapshot, updateCheckout } from "./checkout-state";
import { gitReason } from "./git-credential";
import { RunFailure } from "./run-failure";
import type { WorkingCopy } from "./working-copy";

export interface Commit {
  message: string;
  author: { name: string; email: string };
  /** Unix time in milliseconds. */
  time: number;
}

/**
 * Commits all changes in a checkout on top of the agent's commits. Returns the newest commit, or `undefined` if the
 * repository is empty. Must only be called after all processes of the agent have ended.
 */
export async function commitChanges(copy: WorkingCopy, commit: Commit): Promise<string | undefined> {
  await assertSelfContained(copy);
  try {
    const head = await fetchHead(copy);
    const tree = await snapshot(copy, head);
    const before = head ? await resolveObject(copy.transferDir, `${head}^{tree}`) : undefined;
    const emptyTree = (
      await runGit(["hash-object", "-t", "tree", "--stdin"], { cwd: copy.transferDir, input: "" })
    ).stdout
      .toString()
      .trim();
    if (tree === (before ?? emptyTree)) return head;
    const date = `@${Math.floor(commit.time / 1000)} +0000`;
    const { name, email } = commit.author;
    const { stdout } = await runGit(["commit-tree", tree, ...(head ? ["-p", head] : [])], {
      cwd: copy.transferDir,
      input: commit.message,
      env: {
        GIT_AUTHOR_NAME: name,
        GIT_AUTHOR_EMAIL: email,
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_NAME: name,
        GIT_COMMITTER_EMAIL: email,
        GIT_COMMITTER_DATE: date,
      },
    });
    const id = stdout.toString("utf8").trim();
    await runGit(["update-ref", headRef, id], { cwd: copy.transferDir });
    await updateCheckout(copy, id);
    return id;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new RunFailure("commit_failed", `couldn't commit ${copy.repository.directory}: ${gitReason(error.stderr)}`);
  }
}
