import type { Mergeability, MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import type { CheckState } from "@/lib/model/checks/check-state";

type Blocker = Mergeability["blockers"][number];

interface BlockerText {
  title: string;
  /** The title where no explanation is next to it, as in lists. */
  label?: string;
  /** Label of the action that clears it or shows more about it. */
  action?: string;
}

/** Texts of the known blockers, in the order an author can fix them. */
export const mergeBlockerTexts = {
  draft: { title: "Draft", action: "Ready for review" },
  closed: { title: "Closed", action: "Reopen" },
  invalid_stack: { title: "Stack", label: "Invalid stack", action: "Remove from stack" },
  needs_restack: { title: "Needs restack" },
  restack_pending: { title: "Restacking" },
  behind_base: { title: "Behind base" },
  merge_conflict: { title: "Conflicts", action: "Command line instructions" },
  conflict_check_pending: { title: "Checking for conflicts" },
  required_checks: { title: "Checks", label: "Checks required", action: "View checks" },
  required_approvals: { title: "Approvals", label: "Approval required", action: "Request review" },
  codeowner_approval: { title: "Code owners", label: "Code owner approval required" },
  rule_failure: { title: "Rule", label: "Rule not met", action: "View rules" },
  ruleset_error: { title: "Ruleset", label: "Ruleset error" },
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

const texts: ReadonlyMap<string, BlockerText> = new Map(Object.entries(mergeBlockerTexts));
const order = [...texts.keys()];

/** The title of a blocker. An unknown kind is shown as is. */
export const blockerTitle = (kind: string): string => texts.get(kind)?.title ?? kind;

const checkLabels: Readonly<Record<CheckState["kind"], string>> = {
  failed: "Checks failing",
  attention: "Checks need action",
  pending: "Checks pending",
  passed: "Required checks missing",
};

/** A blocker that is understood without its message. `checks`: the worst result of the checks, if it is known. */
export function blockerLabel(kind: string, checks: CheckState["kind"] | undefined): string {
  if (kind === "required_checks" && checks !== undefined) return checkLabels[checks];
  const text = texts.get(kind);
  return text?.label ?? text?.title ?? kind;
}

const requiredCheckLabels: ReadonlyMap<string, string> = new Map([
  ["failing", checkLabels.failed],
  ["pending", checkLabels.pending],
  ["missing", checkLabels.passed],
  ["action_required", checkLabels.attention],
]);

/** A blocker as text that is understood without its message: required checks by their state. */
export const specificBlockerLabel = ({ kind, requiredChecks }: MergeBlocker): string =>
  requiredCheckLabels.get(requiredChecks?.state ?? "") ?? blockerLabel(kind, undefined);

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
