import { formatCommit, type Signature } from "../objects/commit-object";
import type { Quarantine } from "../objects/quarantine";
import { newObject, writeLooseObject } from "../objects/store-objects";
import { pathOfLatin1 } from "../path-text";
import { GitError, runGit } from "../run-git";

const limits = { timeoutMs: 60_000, memoryBytes: 1024 ** 3 };

export type TreeMerge = { tree: string } | { conflictedPaths: string[] };

/** The commits to merge have no common ancestor. */
export class UnrelatedHistories extends Error {}

const suffixOfId = /~(?:[0-9a-f]{40}|[0-9a-f]{64})(?:_\d+)?$/;

/**
 * Merges two commits without a working tree. `env` sets where new objects are written. Throws
 * {@link UnrelatedHistories}, and {@link GitError} if a commit is missing or the merge takes too much time or memory.
 */
export async function mergeTrees(env: Quarantine["env"], ours: string, theirs: string): Promise<TreeMerge> {
  const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", "--end-of-options", ours, theirs];
  const { code, stdout, stderr } = await runGit(args, { env, okCodes: [0, 1], ...limits }).catch((error: unknown) => {
    const isUnrelated = error instanceof GitError && error.stderr.includes("refusing to merge unrelated histories");
    throw isUnrelated ? new UnrelatedHistories() : error;
  });
  const [tree = "", ...paths] = stdout.toString("latin1").split("\0").filter(Boolean);
  // Without a tree, git failed rather than found conflicts.
  if (!/^[0-9a-f]{40,64}$/.test(tree)) throw new GitError(args, code, stderr);
  if (code === 0) return { tree };
  // Git reports a conflict between a file and a folder under a generated name.
  return { conflictedPaths: [...new Set(paths.map((path) => pathOfLatin1(path.replace(suffixOfId, ""))))].sort() };
}

/** Writes a commit object and returns its id. */
export async function writeCommit(
  env: Quarantine["env"],
  commit: { tree: string; parents: string[]; by: Signature; author?: Signature; message: string },
): Promise<string> {
  const { tree, parents, by, author = by, message } = commit;
  const object = newObject("commit", formatCommit({ tree, parents, author, committer: by, message }));
  await writeLooseObject(env.GIT_OBJECT_DIRECTORY, object);
  return object.id;
}
