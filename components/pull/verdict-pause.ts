import { isMergeable, isUndecided } from "@/components/pulls/blockers";
import type { Mergeability } from "@/lib/contract/hosting/mergeability";

const soonMs = 1_000;
const longestMs = 30_000;
const blockedMs = 20_000;
const mergeableMs = 60_000;

/**
 * When to ask for a verdict again: one that is still being found out ever more rarely, a blocked one because checks and
 * reviews of others may clear it, and one that allows a merge because its base may move.
 */
export function verdictPause(verdict: Mergeability | undefined, answers: number): number | false {
  if (!verdict) return false;
  if (isUndecided(verdict)) return Math.min(longestMs, soonMs * 2 ** Math.min(answers - 1, 10));
  return isMergeable(verdict) ? mergeableMs : blockedMs;
}
