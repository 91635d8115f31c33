import type { PullNeed } from "@/lib/contract/dashboard/list-pulls-needing-attention";
import type { Mergeability, MergeBlocker } from "@/lib/contract/hosting/mergeability";

const passing: ReadonlySet<string> = new Set([
  "conflict_check_pending",
  "restack_pending",
  "draft",
  "closed",
  "merged",
]);
const failed: ReadonlySet<string> = new Set(["failing", "action_required"]);

const checksFailed = ({ kind, requiredChecks }: MergeBlocker) =>
  kind === "required_checks" && failed.has(requiredChecks?.state ?? "");
/** Time alone takes it away, or it is nobody's concern. */
const passes = ({ kind, requiredChecks }: MergeBlocker) =>
  passing.has(kind) || (kind === "required_checks" && ["pending", "missing"].includes(requiredChecks?.state ?? ""));

/** What a verdict asks of a person; `undefined` when there is nothing to do but wait. */
export function pullNeed({ verdict, blockers }: Mergeability): { need: PullNeed; why: string } | undefined {
  if (verdict === "mergeable") return { need: "ready", why: "" };
  const [checks] = blockers.filter(checksFailed);
  if (checks) return { need: "checks", why: checks.message };
  const [other] = blockers.filter((blocker) => !passes(blocker));
  return other && { need: "blocked", why: other.message };
}
