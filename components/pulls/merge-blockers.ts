import type { Mergeability } from "@/lib/contract/hosting/mergeability";

type Blocker = Mergeability["blockers"][number];

interface BlockerText {
  title: string;
  /** Label of the action that clears it or shows more about it. */
  action?: string;
}

/** Texts of the known blockers, in the order an author can fix them. */
export const mergeBlockerTexts = {
  draft: { title: "Draft", action: "Ready for review" },
  closed: { title: "Closed", action: "Reopen" },
  invalid_stack: { title: "Stack", action: "Remove from stack" },
  needs_restack: { title: "Needs restack" },
  restack_pending: { title: "Restacking" },
  behind_base: { title: "Behind base" },
  merge_conflict: { title: "Conflicts", action: "Command line instructions" },
  conflict_check_pending: { title: "Checking for conflicts" },
  required_checks: { title: "Checks", action: "View checks" },
  required_approvals: { title: "Approvals", action: "Request review" },
  codeowner_approval: { title: "Code owners" },
  rule_failure: { title: "Rule", action: "View rules" },
  ruleset_error: { title: "Ruleset" },
  merged: { title: "Already merged" },
} satisfies Readonly<Record<string, BlockerText>>;

type MergeState = "mergeable" | "checking" | "blocked";

/** Texts of the merge states: the title of the merge box and the badge in lists. */
export const mergeStateTexts: Readonly<Record<MergeState, { title: string; badge: string }>> = {
  mergeable: { title: "Ready to merge", badge: "Mergeable" },
  checking: { title: "Checking mergeability…", badge: "Checking…" },
  blocked: { title: "Merging is blocked", badge: "Blocked" },
};

/**
 * Classifies a mergeability. Only `mergeable` can be merged; an unknown verdict counts as blocked. It is
 * `checking` while an unfinished conflict check is the only blocker.
 */
export function mergeState({
  verdict,
  blockers,
}: {
  verdict: string;
  blockers: readonly { kind: string }[];
}): MergeState {
  if (verdict === "mergeable") return "mergeable";
  const isChecking = blockers.length > 0 && blockers.every(({ kind }) => kind === "conflict_check_pending");
  return isChecking ? "checking" : "blocked";
}

const titles: ReadonlyMap<string, string> = new Map(
  Object.entries(mergeBlockerTexts).map(([kind, { title }]) => [kind, title]),
);
const order = [...titles.keys()];

/** The title of a blocker. An unknown kind is shown as is. */
export const blockerTitle = (kind: string): string => titles.get(kind) ?? kind;

const rank = ({ kind }: { kind: string }) => (order.includes(kind) ? order.indexOf(kind) : order.length);

/** Compares blockers by the order an author can fix them. */
export const byBlockerOrder = (a: { kind: string }, b: { kind: string }) => rank(a) - rank(b);

/** Blockers sorted by layer, the lowest first, then by the order an author can fix them. */
export function orderedBlockers({ blockers, evaluatedPullRequests }: Mergeability): Blocker[] {
  const layer = new Map(evaluatedPullRequests.map(({ id }, index) => [id, index]));
  return [...blockers].sort(
    (a, b) => (layer.get(a.pullRequest.id) ?? 0) - (layer.get(b.pullRequest.id) ?? 0) || byBlockerOrder(a, b),
  );
}
