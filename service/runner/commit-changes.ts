import { GitError } from "@/service/git/run-git";
import { copyHead, headRef, inspectCheckout, moveCheckout, resolveObject, snapshot } from "./checkout-state";
import { gitReason } from "./git-credential";
import { RunFailure } from "./run-failure";
import { transferGit, type WorkingCopy } from "./working-copy";

export interface Commit {
  message: string;
  author: { name: string; email: string };
  /** Unix time in milliseconds. */
  time: number;
}

/** The tree without entries, in the repository's object format. */
async function emptyTree(copy: WorkingCopy): Promise<string> {
  const { stdout } = await transferGit(copy, ["hash-object", "-t", "tree", "--stdin"], { input: "" });
  return stdout.toString("utf8").trim();
}

/**
 * Commits everything that changed in a checkout, on top of the agent's commits. Returns the newest commit, or
 * `undefined` in a repository that is still empty. Call it only after every process of the agent has ended. Throws
 * {@link RunFailure} `commit_failed` or `workspace_unusable`.
 */
export async function commitChanges(copy: WorkingCopy, commit: Commit): Promise<string | undefined> {
  const state = await inspectCheckout(copy);
  try {
    const head = await copyHead(copy);
    const tree = await snapshot(copy, head, state);
    const before = head ? await resolveObject(copy, `${head}^{tree}`) : undefined;
    if (tree === (before ?? (await emptyTree(copy)))) return head;
    const date = `@${Math.floor(commit.time / 1000)} +0000`;
    const { name, email } = commit.author;
    const { stdout } = await transferGit(copy, ["commit-tree", tree, ...(head ? ["-p", head] : [])], {
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
    await transferGit(copy, ["update-ref", headRef, id]);
    await moveCheckout(copy, id);
    return id;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const reason = gitReason(error.stderr);
    throw new RunFailure("commit_failed", `couldn't commit ${copy.repository.directory}: ${reason}`);
  }
}
