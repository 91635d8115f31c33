import { mergeState } from "@/components/pulls/merge-blockers";
import type { Mergeability } from "@/lib/contract/hosting/mergeability/mergeability";

const firstCheckMs = 1_000;
const maxCheckMs = 30_000;
const blockedMs = 20_000;
const mergeableMs = 60_000;

/**
 * How long to wait before the mergeability is fetched again. Backs off exponentially while it is being
 * checked. A blocked result is refetched because checks and reviews can clear it, a mergeable one because
 * its base can move.
 */
export function mergeabilityPollMs(mergeability: Mergeability | undefined, fetches: number): number | false {
  if (!mergeability) return false;
  const state = mergeState(mergeability);
  if (state === "checking") return Math.min(maxCheckMs, firstCheckMs * 2 ** Math.min(fetches - 1, 10));
  return state === "mergeable" ? mergeableMs : blockedMs;
}
