import type { Mergeability } from "@/lib/contract/hosting/mergeability";

type Blocker = Mergeability["blockers"][number];

/** In the order an author can fix them. */
const order = [
  "draft",
  "closed",
  "invalid_stack",
  "needs_restack",
  "restack_pending",
  "behind_base",
  "merge_conflict",
  "conflict_check_pending",
  "required_checks",
  "required_approvals",
  "codeowner_approval",
  "rule_failure",
  "ruleset_error",
  "merged",
];

const names: ReadonlyMap<string, string> = new Map([
  ["draft", "Draft"],
  ["closed", "Closed"],
  ["merged", "Merged already"],
  ["merge_conflict", "Conflicts"],
  ["required_checks", "Checks"],
  ["required_approvals", "Approvals"],
  ["codeowner_approval", "Code owners"],
  ["behind_base", "Behind its base"],
  ["needs_restack", "Needs the commits below it"],
  ["restack_pending", "Being restacked"],
  ["conflict_check_pending", "Not known yet"],
  ["invalid_stack", "Stack"],
  ["ruleset_error", "Ruleset"],
  ["rule_failure", "Rule"],
]);

/** An unknown kind blocks like the others and shows its message. */
export function blockerName(kind: string): string {
  return names.get(kind) ?? kind;
}

const rank = ({ kind }: { kind: string }) => (order.includes(kind) ? order.indexOf(kind) : order.length);

/** Orders blockers by what an author can fix first. */
export const byNeed = (a: { kind: string }, b: { kind: string }) => rank(a) - rank(b);

/** Blockers in the order an author can fix them, grouped by layer, the lowest layer first. */
export function orderedBlockers({ blockers, evaluatedPullRequests }: Mergeability): Blocker[] {
  const layer = new Map(evaluatedPullRequests.map(({ id }, index) => [id, index]));
  return [...blockers].sort(
    (a, b) => (layer.get(a.pullRequest.id) ?? 0) - (layer.get(b.pullRequest.id) ?? 0) || byNeed(a, b),
  );
}

/** Only `mergeable` can be merged; an unknown verdict counts as blocked. */
export function isMergeable({ verdict }: { verdict: string }): boolean {
  return verdict === "mergeable";
}

/** Only an unfinished conflict check blocks the merge, so it's worth checking again. */
export function isUndecided({ blockers }: { blockers: readonly { kind: string }[] }): boolean {
  return blockers.length > 0 && blockers.every(({ kind }) => kind === "conflict_check_pending");
}
