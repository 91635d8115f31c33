import type { CheckConclusion } from "@/lib/contract/hosting/check";

const passing: ReadonlySet<string> = new Set(["success", "neutral", "skipped"]);

/** True for conclusions that satisfy a required check. */
export function isPassing(conclusion: CheckConclusion | null): boolean {
  return conclusion !== null && passing.has(conclusion);
}
