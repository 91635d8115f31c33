import { type CommitObject, type Signature, signatureDate } from "@/git/objects/commit-object";
import type { Commit, GitCommit } from "@/lib/contract/hosting/commit";

export function authorBody(signature: Signature): GitCommit["author"] {
  return { name: signature.name, email: signature.email, date: signatureDate(signature) };
}

const linked = (sha: string) => ({ sha });

/** A commit in the flat form of the git data API. */
export function gitCommitBody(sha: string, commit: CommitObject): GitCommit {
  return {
    sha,
    author: authorBody(commit.author),
    committer: authorBody(commit.committer),
    message: commit.message,
    tree: { sha: commit.tree },
    parents: commit.parents.map(linked),
  };
}

/** A commit in the form of the commits API. */
export function commitBody(sha: string, commit: CommitObject): Commit {
  const { author, committer, message, tree, parents } = gitCommitBody(sha, commit);
  return { sha, commit: { author, committer, message, tree }, parents };
}
