import type { Mergeability } from "@/lib/contract/hosting/mergeability/mergeability";

/** A mergeability without the caller's bypasses. `canBypass`: only rules that the caller can bypass block the merge. */
export type MergeabilityWithoutBypass = Mergeability & { canBypass?: boolean };

/**
 * Adds what the caller bypasses to the blockers, so that a merge the rules would reject isn't shown as mergeable. The
 * same blocker of several rules is listed once.
 */
export function mergeabilityWithoutBypass(mergeability: Mergeability): MergeabilityWithoutBypass {
  const { verdict, blockers, bypassedRules = [], evaluatedPullRequests } = mergeability;
  const bypassed = bypassedRules.flatMap((rule) => rule.blockers.map((each) => ({ ...each, evaluatedPullRequests })));
  const unique = new Map(bypassed.map((each) => [`${each.pullRequest.id} ${each.kind} ${each.message}`, each]));
  if (unique.size === 0) return mergeability;
  return {
    ...mergeability,
    verdict: "blocked",
    blockers: [...blockers, ...unique.values()],
    canBypass: verdict === "mergeable",
  };
}
