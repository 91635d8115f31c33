import type { Mergeability } from "@/lib/contract/hosting/mergeability/mergeability";
import type { Repo } from "@/lib/contract/hosting/repo";

export type MergeMethod = "merge" | "squash";

/** The merge methods that the repository's settings enable, those that the base branch's rules allow too, and the default one. */
export function mergeMethods(
  repository: Pick<Repo, "allowMergeCommit" | "allowSquashMerge"> | undefined,
  { requiresLinearHistory = false }: Pick<Mergeability, "requiresLinearHistory">,
) {
  const enabled = { merge: repository?.allowMergeCommit ?? true, squash: repository?.allowSquashMerge ?? true };
  const allowed = { ...enabled, merge: enabled.merge && !requiresLinearHistory };
  const first: MergeMethod = allowed.merge ? "merge" : "squash";
  return { enabled, allowed, first };
}
