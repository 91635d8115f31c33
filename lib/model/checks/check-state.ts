import type { CheckRun } from "@/lib/contract/hosting/check";

/** The state of a check run: its kind, name and label. */
export interface CheckState {
  kind: "passed" | "failed" | "pending" | "attention";
  name: string;
  label: string;
}

const results: Readonly<Record<string, Omit<CheckState, "name">>> = {
  success: { kind: "passed", label: "Passed" },
  neutral: { kind: "passed", label: "Neutral" },
  skipped: { kind: "passed", label: "Skipped" },
  failure: { kind: "failed", label: "Failed" },
  timed_out: { kind: "failed", label: "Timed out" },
  cancelled: { kind: "attention", label: "Canceled" },
  action_required: { kind: "attention", label: "Action required" },
  stale: { kind: "attention", label: "Stale" },
};
const pendingLabels: Readonly<Record<string, string>> = {
  queued: "Queued",
  in_progress: "Running",
  rerequested: "Re-run requested",
};

/** Until a run is completed, its conclusion belongs to the previous attempt and is ignored. */
export function checkState({ status, conclusion }: Pick<CheckRun, "status" | "conclusion">): CheckState {
  if (status !== "completed") {
    return {
      kind: "pending",
      name: status,
      label: Object.hasOwn(pendingLabels, status) ? (pendingLabels[status] ?? status) : status,
    };
  }
  const name = conclusion ?? "unknown";
  const known = Object.hasOwn(results, name) ? results[name] : undefined;
  return { kind: "attention", label: name, ...known, name };
}

/** What a number of checks have in common, in words: `2 need action`. */
export function checkKindText(kind: CheckState["kind"], count: number): string {
  if (kind !== "attention") return kind;
  return count === 1 ? "needs action" : "need action";
}

const worstFirst: readonly CheckState["kind"][] = ["failed", "attention", "pending", "passed"];

/** The worst kind among checks grouped by status, with its count; `undefined` without checks. */
export function worstCheck(
  checks: readonly (Pick<CheckRun, "status" | "conclusion"> & { count: number })[],
): { kind: CheckState["kind"]; count: number } | undefined {
  const countOf = (kind: CheckState["kind"]) =>
    checks.reduce((sum, each) => sum + (checkState(each).kind === kind ? each.count : 0), 0);
  const kind = worstFirst.find((each) => countOf(each) > 0);
  return kind && { kind, count: countOf(kind) };
}

/** Summary of a commit's check runs: `2 failed, 1 pending, 5 passed`. */
export function checksSummary(runs: readonly Pick<CheckRun, "status" | "conclusion">[]): string {
  const kinds = runs.map((run) => checkState(run).kind);
  return worstFirst
    .map((kind) => [kind, kinds.filter((each) => each === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${checkKindText(kind, count)}`)
    .join(", ");
}

/** The time until `iso` in its two largest units. `undefined` once it has passed. */
export function timeLeft(iso: string, now: number): string | undefined {
  const seconds = Math.ceil((Date.parse(iso) - now) / 1000);
  if (!(seconds > 0)) return undefined;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
