import { mergeState } from "@/components/pulls/merge-blockers";
import type { CheckRun } from "@/lib/contract/hosting/check";
import type { Mergeability, MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import { checkKindText, checkState } from "@/lib/model/checks/check-state";
import { counted } from "@/lib/model/plural";
import type { ReviewerState } from "@/lib/model/pulls/reviewer-states";

/** `danger` blocks the merge. */
export type MergeTone = "success" | "warning" | "pending" | "neutral" | "danger";

/** The state of one subject of the merge box in a line. */
export interface MergeSummary {
  tone: MergeTone;
  text: string;
  /** What a merge has to be confirmed for. */
  warning?: string | undefined;
}

export type MergeSubject = "reviews" | "checks" | "threads" | "base";

const subjects = new Map<string, MergeSubject>([
  ["required_approvals", "reviews"],
  ["codeowner_approval", "reviews"],
  ["required_checks", "checks"],
  ["merge_conflict", "base"],
  ["conflict_check_pending", "base"],
  ["behind_base", "base"],
  ["needs_restack", "base"],
  ["restack_pending", "base"],
]);

/** The subject that shows a blocker, if there is one. */
export const subjectOf = ({
  kind,
  unresolvedThreads,
}: Pick<MergeBlocker, "kind" | "unresolvedThreads">): MergeSubject | undefined =>
  unresolvedThreads ? "threads" : subjects.get(kind);

const maxNames = 3;

function listNames(names: readonly string[]): string {
  const more = names.length - maxNames;
  const shown = more > 0 ? [...names.slice(0, maxNames), `${more} more`] : names;
  return new Intl.ListFormat("en-US").format(shown);
}

export function summarizeReviews(states: readonly ReviewerState[]): MergeSummary {
  const objecting = states.filter(({ verdict }) => verdict === "request_changes").map(({ name }) => name);
  const outstanding = states.filter(({ isRequested, verdict }) => isRequested && verdict !== "request_changes");
  // A service can report groups by their ids only.
  const named = outstanding.filter(({ kind, id, name }) => kind !== "group" || name !== id).map(({ name }) => name);
  const unnamed = outstanding.length - named.length;
  const requested = unnamed > 0 ? [...named, counted(unnamed, "group")] : named;
  const approvals = states.filter(({ verdict }) => verdict === "approve").length;
  const warning = objecting.length > 0 ? `Changes requested by ${listNames(objecting)}` : undefined;
  const parts = [
    ...(warning ? [warning] : []),
    ...(approvals > 0 ? [counted(approvals, "approval")] : []),
    ...(requested.length > 0 ? [`Review requested from ${listNames(requested)}`] : []),
  ];
  if (parts.length === 0) return { tone: "neutral", text: states.length > 0 ? "No approvals yet" : "No reviews yet" };
  return { tone: warning ? "warning" : approvals > 0 ? "success" : "neutral", text: parts.join(" · "), warning };
}

type Run = Pick<CheckRun, "id" | "status" | "conclusion">;

/**
 * Summarizes the loaded checks of a head: `1 of 5 checks failed, 2 pending (optional)`. `total` counts all of them. Checks
 * that no blocker names are optional, or have passed.
 */
export function summarizeChecks(runs: readonly Run[], total: number, blockers: readonly MergeBlocker[]): MergeSummary {
  if (runs.length === 0) return { tone: "neutral", text: "No checks" };
  const size = Math.max(total, runs.length);
  const all = counted(size, "check");
  const isPartial = size > runs.length;
  const open = runs.filter((run) => checkState(run).kind !== "passed");
  if (open.length === 0) {
    if (!isPartial) return { tone: "success", text: `${all} passed` };
    const text = `${runs.length} of ${all} passed, others not loaded`;
    return { tone: "neutral", text, warning: "Not all checks are loaded" };
  }
  const counts = (["failed", "attention", "pending"] as const)
    .map((kind) => ({ kind, count: open.filter((run) => checkState(run).kind === kind).length }))
    .filter(({ count }) => count > 0);
  const parts = counts.map(({ kind, count }, index) => {
    const number = `${count.toLocaleString("en")}${isPartial ? "+" : ""}`;
    const subject = index > 0 ? number : count === size ? all : `${number} of ${all}`;
    return `${subject} ${checkKindText(kind, count)}`;
  });
  const blocking = new Set(
    blockers.flatMap(({ requiredChecks }) => requiredChecks?.checks.map(({ checkRun }) => checkRun?.id) ?? []),
  );
  const optional = open.filter(({ id }) => !blocking.has(id)).length;
  const suffix = optional === 0 ? "" : optional === open.length ? " (optional)" : ` (${optional} optional)`;
  const text = `${parts.join(", ")}${suffix}`;
  return { tone: counts[0]?.kind === "pending" ? "pending" : "warning", text, warning: text };
}

/** `comments`: the number of loaded comments, if there are more. */
export function summarizeThreads(open: number, comments: number | undefined): MergeSummary {
  if (open > 0) {
    const text = comments === undefined ? counted(open, "open thread") : `${open.toLocaleString("en")}+ open threads`;
    return { tone: "warning", text, warning: text };
  }
  if (comments === undefined) return { tone: "success", text: "No open threads" };
  const text = `No open threads in the first ${counted(comments, "comment")}`;
  return { tone: "neutral", text, warning: "Not all comments are loaded" };
}

/** Whether the head merges cleanly, where no blocker is about that. */
export function summarizeBase(mergeability: Mergeability): MergeSummary {
  const { baseRef, blockers } = mergeability;
  // The verdict is unknown to the dashboard, or the service can't try the merge.
  const isUnexplained = blockers.length === 0 && mergeState(mergeability) !== "mergeable";
  if (isUnexplained || blockers.some(({ kind }) => kind === "invalid_stack")) {
    return { tone: "neutral", text: "Not checked for conflicts" };
  }
  return { tone: "success", text: `No conflicts with ${baseRef}` };
}
