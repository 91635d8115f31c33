import type { CheckRun } from "@/lib/contract/hosting/check";

/** The state of a check run: its kind, name and label. */
export interface CheckState {
  kind: "passed" | "failed" | "pending" | "attention";
  name: string;
  word: string;
}

const results: Readonly<Record<string, Omit<CheckState, "name">>> = {
  success: { kind: "passed", word: "Passed" },
  neutral: { kind: "passed", word: "Neutral" },
  skipped: { kind: "passed", word: "Skipped" },
  failure: { kind: "failed", word: "Failed" },
  timed_out: { kind: "failed", word: "Timed out" },
  cancelled: { kind: "attention", word: "Cancelled" },
  action_required: { kind: "attention", word: "Action needed" },
  stale: { kind: "attention", word: "Stale" },
};
const waiting: Readonly<Record<string, string>> = {
  queued: "Queued",
  in_progress: "Running",
  rerequested: "Asked again",
};

/** The conclusion counts once the run is completed; before that it is of an earlier execution. */
export function checkState({ status, conclusion }: Pick<CheckRun, "status" | "conclusion">): CheckState {
  if (status !== "completed") {
    return {
      kind: "pending",
      name: status,
      word: Object.hasOwn(waiting, status) ? (waiting[status] ?? status) : status,
    };
  }
  const name = conclusion ?? "unknown";
  const known = Object.hasOwn(results, name) ? results[name] : undefined;
  return { kind: "attention", word: name, ...known, name };
}

/** Summary of a commit's check runs: `2 failed, 1 pending, 5 passed`. */
export function checksSummary(runs: readonly Pick<CheckRun, "status" | "conclusion">[]): string {
  const words = { failed: "failed", attention: "without a result that counts", pending: "pending", passed: "passed" };
  const kinds = runs.map((run) => checkState(run).kind);
  return Object.entries(words)
    .map(([kind, word]) => [kinds.filter((each) => each === kind).length, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(", ");
}

/** The time until a moment, in its two largest units; empty once it has passed. */
export function timeLeft(iso: string, now: number): string | undefined {
  const seconds = Math.ceil((Date.parse(iso) - now) / 1000);
  if (!(seconds > 0)) return undefined;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
