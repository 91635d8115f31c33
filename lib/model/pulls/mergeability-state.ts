import type { PullFacts } from "@/lib/contract/dashboard/agent-row";
import type { Mergeability } from "@/lib/contract/hosting/mergeability/mergeability";

/** What to do first about a pull request that can't be merged. */
export function mergeabilityState({
  verdict,
  blockers,
}: Pick<Mergeability, "verdict" | "blockers">): NonNullable<PullFacts["mergeability"]> {
  if (verdict === "mergeable") return "mergeable";
  const kinds = new Set<string>(blockers.map(({ kind }) => kind));
  if (kinds.has("merge_conflict")) return "conflict";
  if (kinds.has("conflict_check_pending") && kinds.size === 1) return "checking";
  return kinds.has("behind_base") && kinds.size === 1 ? "behind" : "blocked";
}
