import { branchOf } from "@/git/refs/branch-of";
import { readReference } from "@/git/refs/references";
import type { WithGit } from "@/git/with-git";
import { apiError } from "../../core/http/api-error";

/** A branch and its head commit. */
export interface BranchTip {
  branch: string;
  sha: string;
}

/** Finds a branch given as `main`, `heads/main` or `refs/heads/main`. Throws InvalidArgument if it doesn't exist. */
export async function requireBranch(
  context: WithGit,
  repositoryId: string,
  field: "head" | "base",
  text: string,
): Promise<BranchTip> {
  const branch = branchOf(text) ?? text;
  const ref = `refs/heads/${branch}`;
  const sha = branch ? await readReference(context.repositories.path(repositoryId), ref) : undefined;
  if (!sha) throw apiError.repohost("InvalidArgument", `${field}: branch ${ref} not found`, field);
  return { branch, sha };
}
