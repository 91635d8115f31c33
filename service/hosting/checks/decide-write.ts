import type { CheckRunInput } from "@/lib/contract/hosting/check";
import type { CheckRunRow } from "./check-row";
import { isPassing } from "./is-passing";

/** The columns a post writes. */
export type RunValues = Omit<
  CheckRunRow,
  "id" | "suiteId" | "key" | "externalId" | "lastRerequestedAt" | "createdAt" | "updatedAt"
>;

export type WriteDecision =
  | { outcome: "created" | "updated"; values: RunValues }
  | { outcome: "unchanged" | "ignored_stale" };

function valuesOf(post: CheckRunInput, stored: RunValues | undefined): RunValues {
  const completed = post.status === "completed";
  // A run in progress keeps its start time; a run that restarts after completion gets a new one.
  const isSameAttempt = stored && (completed || (stored.status !== "completed" && stored.status !== "rerequested"));
  return {
    name: post.name,
    status: post.status,
    conclusion: post.conclusion ?? null,
    externalUpdatedAt: post.externalUpdatedAt,
    startedAt: post.startedAt ?? (isSameAttempt ? stored.startedAt : null),
    completedAt: completed ? (post.completedAt ?? null) : null,
    detailsUrl: post.detailsUrl ?? null,
    outputTitle: post.output?.title ?? null,
    outputSummary: post.output?.summary ?? null,
    outputText: post.output?.text ?? null,
    deadlineAt: completed ? null : (post.deadlineAt ?? stored?.deadlineAt ?? null),
    isRerequestable: post.isRerequestable ?? stored?.isRerequestable ?? false,
    rerequestedAt: null,
    rerequestedById: null,
    rerequestedByAppId: null,
  };
}

function sameValues(values: RunValues, stored: RunValues): boolean {
  const now: Readonly<Record<string, unknown>> = values;
  const before: Readonly<Record<string, unknown>> = { ...stored };
  return Object.keys(now).every((name) => now[name] === before[name]);
}

/**
 * Decides whether a post changes a run (specification, section 3 Check run). Its timestamp must not be older than the
 * stored one or an outstanding re-request. A cancellation never replaces a passing result.
 */
export function decideWrite(stored: RunValues | undefined, post: CheckRunInput): WriteDecision {
  if (!stored) return { outcome: "created", values: valuesOf(post, undefined) };
  const { externalUpdatedAt: stamp, rerequestedAt } = stored;
  const posted = post.externalUpdatedAt;
  const wasCompleted = stored.status === "completed";
  const cancelsPassed =
    post.status === "completed" && post.conclusion === "cancelled" && wasCompleted && isPassing(stored.conclusion);
  const reopensAtOnce = post.status !== "completed" && wasCompleted && posted === stamp;
  const repeatsRerequested = rerequestedAt !== null && posted === stamp;
  if (posted < Math.max(stamp, rerequestedAt ?? stamp) || cancelsPassed || reopensAtOnce || repeatsRerequested) {
    return { outcome: "ignored_stale" };
  }
  const values = valuesOf(post, stored);
  return sameValues(values, stored) ? { outcome: "unchanged" } : { outcome: "updated", values };
}
