import { pathText } from "@/git/path-text";
import { gitReason } from "@/git/remote";
import { GitError } from "@/git/run-git";
import { RunFailure } from "../limits/run-failure";
import { copyHead, headRef, inspectCheckout, moveCheckout, resolveObject, snapshot } from "./checkout-state";
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

export interface Committed {
  /** The newest commit; `undefined` in a repository that is still empty. */
  head: string | undefined;
  /** Nested repositories that aren't in it, relative to the checkout. */
  omitted: readonly string[];
}

/** Nested repositories of which a tree doesn't have a commit, as it has of submodules. */
async function missingIn(copy: WorkingCopy, tree: string, nested: readonly string[]): Promise<string[]> {
  if (nested.length === 0) return [];
  const { stdout } = await transferGit(copy, ["ls-tree", "-r", "-z", "--full-tree", tree]);
  const submodules = stdout.toString("latin1").match(/(?<=^|\0)160000 commit [0-9a-f]+\t[^\0]+/g) ?? [];
  const known = new Set(submodules.map((each) => each.slice(each.indexOf("\t") + 1)));
  return nested.filter((path) => !known.has(path)).map((path) => pathText(Buffer.from(path, "latin1")));
}

/**
 * Commits everything that changed in a checkout, on top of the agent's commits. Call it only after every process of the agent has ended. Throws
 * {@link RunFailure} `commit_failed` or `workspace_unusable`.
 */
export async function commitChanges(copy: WorkingCopy, commit: Commit): Promise<Committed> {
  const state = await inspectCheckout(copy);
  try {
    const head = await copyHead(copy);
    const tree = await snapshot(copy, head, state);
    const before = head ? await resolveObject(copy, `${head}^{tree}`) : undefined;
    const omitted = await missingIn(copy, tree, state.nested);
    if (tree === (before ?? (await emptyTree(copy)))) return { head, omitted };
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
    return { head: id, omitted };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const reason = gitReason(error.stderr);
    throw new RunFailure("commit_failed", `couldn't commit ${copy.repository.directory}: ${reason}`);
  }
}
