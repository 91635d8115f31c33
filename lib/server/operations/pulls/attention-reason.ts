import type { PullNeed } from "@/lib/contract/dashboard/pulls/list-pulls-needing-attention";
import type { Mergeability, MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";

const ignoredKinds: ReadonlySet<string> = new Set([
  "conflict_check_pending",
  "restack_pending",
  "draft",
  "closed",
  "merged",
]);
const failedStates: ReadonlySet<string> = new Set(["failing", "action_required"]);

const checksFailed = ({ kind, requiredChecks }: MergeBlocker) =>
  kind === "required_checks" && failedStates.has(requiredChecks?.state ?? "");
/** Whether a blocker needs no action: it resolves on its own, or the pull request isn't meant to be merged. */
const needsNoAction = ({ kind, requiredChecks }: MergeBlocker) =>
  ignoredKinds.has(kind) ||
  (kind === "required_checks" && ["pending", "missing"].includes(requiredChecks?.state ?? ""));

/** Why a pull request can't be merged. `undefined` if it can, or if there is nothing to do but wait. */
export function attentionReason({ verdict, blockers }: Mergeability): { need: PullNeed; why: string } | undefined {
  if (verdict === "mergeable") return undefined;
  const [checks] = blockers.filter(checksFailed);
  if (checks) return { need: "checks", why: checks.message };
  const [other] = blockers.filter((blocker) => !needsNoAction(blocker));
  return other && { need: "blocked", why: other.message };
}
