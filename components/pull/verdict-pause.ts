import { isMergeable, isUndecided } from "@/components/pulls/blockers";
import type { Mergeability } from "@/lib/contract/hosting/mergeability";

const soonMs = 1_000;
const longestMs = 30_000;
const blockedMs = 20_000;
const mergeableMs = 60_000;

/**
 * When to refetch a verdict: an undecided one with growing pauses, a blocked one because checks and
 * reviews may clear it, and a mergeable one because its base may move.
 */
export function verdictPause(verdict: Mergeability | undefined, answers: number): number | false {
  if (!verdict) return false;
  if (isUndecided(verdict)) return Math.min(longestMs, soonMs * 2 ** Math.min(answers - 1, 10));
  return isMergeable(verdict) ? mergeableMs : blockedMs;
}
