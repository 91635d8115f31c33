import type { PullFacts } from "@/lib/contract/dashboard/agent-row";

export type GitHubPullNeed = "checks" | "ready" | "blocked";

const blockers: Readonly<Record<string, string>> = {
  conflict: "Conflicts",
  behind: "Behind base",
  blocked: "Merging is blocked",
};

/** Why an open pull request on GitHub needs attention; undefined if it doesn't. */
export function gitHubPullNeed({
  state,
  draft,
  checks,
  external,
  review,
  mergeability = "checking",
}: PullFacts): { need: GitHubPullNeed; why: string } | undefined {
  if (state !== "open" || draft || !external) return undefined;
  if (checks === "failed") return { need: "checks", why: "" };
  if (review === "changes_requested") return { need: "blocked", why: "Changes requested" };
  const why = Object.hasOwn(blockers, mergeability) ? blockers[mergeability] : undefined;
  if (why !== undefined) return { need: "blocked", why };
  return mergeability === "mergeable" && (checks === "passed" || checks === "none")
    ? { need: "ready", why: "" }
    : undefined;
}
