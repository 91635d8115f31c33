import { refuse } from "../../core/http/refusal";
import { branchOf } from "../../git/branch-of";
import { readReference } from "../../git/references";
import type { WithGit } from "../../git/with-git";

/** A branch given as `main`, `heads/main` or `refs/heads/main`, with its tip. */
export interface BranchTip {
  branch: string;
  sha: string;
}

/** Throws InvalidArgument, naming the reference in full, for what is no branch of the repository. */
export async function requireBranch(
  context: WithGit,
  repositoryId: string,
  field: "head" | "base",
  text: string,
): Promise<BranchTip> {
  const branch = branchOf(text) ?? text;
  const ref = `refs/heads/${branch}`;
  const sha = branch ? await readReference(context.repositories.path(repositoryId), ref) : undefined;
  if (!sha) throw refuse.repohost("InvalidArgument", `${field}: there is no branch ${ref}`, field);
  return { branch, sha };
}
