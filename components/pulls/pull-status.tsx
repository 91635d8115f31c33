import { CircleCheck, CircleDashed, CircleX, GitMerge, LoaderCircle, TriangleAlert } from "lucide-react";
import { type CheckState, checkState } from "@/components/checks/check-state";
import { Badge } from "@/components/ui/badge";
import type { PullStatus } from "@/lib/contract/dashboard/list-pull-statuses";
import { blockerTitle, byBlockerOrder, mergeState, mergeStateTexts } from "./merge-blockers";

const results = {
  failed: { Icon: CircleX, tone: "danger", label: "failed" },
  attention: { Icon: TriangleAlert, tone: "warning", label: "inconclusive" },
  pending: { Icon: LoaderCircle, tone: "info", label: "pending" },
  passed: { Icon: CircleCheck, tone: "success", label: "passed" },
} as const;
const worstFirst: readonly CheckState["kind"][] = ["failed", "attention", "pending", "passed"];

/** The worst result among the checks of a pull request, with its count. */
function ChecksBadge({ checks }: { checks: NonNullable<PullStatus["checks"]> }) {
  const countOf = (kind: CheckState["kind"]) =>
    checks.reduce((sum, each) => sum + (checkState(each).kind === kind ? each.count : 0), 0);
  const kind = worstFirst.find((each) => countOf(each) > 0);
  if (!kind) return null;
  const all = checks.reduce((sum, { count }) => sum + count, 0);
  const { Icon, tone, label } = results[kind];
  const count = countOf(kind);
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      <span className="sr-only">Checks: </span>
      {count === all ? count : `${count} of ${all}`} {label}
    </Badge>
  );
}

/** The merge state of a pull request, or its first blocker. */
function MergeabilityBadge({ mergeability }: { mergeability: NonNullable<PullStatus["verdict"]> }) {
  const state = mergeState(mergeability);
  if (state === "mergeable") {
    return (
      <Badge tone="success">
        <GitMerge aria-hidden />
        {mergeStateTexts.mergeable.badge}
      </Badge>
    );
  }
  if (state === "checking") {
    return (
      <Badge>
        <CircleDashed aria-hidden />
        {mergeStateTexts.checking.badge}
      </Badge>
    );
  }
  const titles = [...mergeability.blockers].sort(byBlockerOrder).map(({ kind }) => blockerTitle(kind));
  return (
    <Badge tone="warning" title={titles.join(", ")}>
      {titles[0] === undefined ? null : <span className="sr-only">Blocked: </span>}
      {titles[0] ?? mergeStateTexts.blocked.badge}
      {titles.length > 1 ? (
        <>
          {" "}
          <span aria-hidden>+{titles.length - 1}</span>
          <span className="sr-only">, {titles.slice(1).join(", ")}</span>
        </>
      ) : null}
    </Badge>
  );
}

/** The known checks and mergeability of a pull request. */
export default function PullStatusBadges({ status }: { status: PullStatus }) {
  return (
    <>
      {status.checks ? <ChecksBadge checks={status.checks} /> : null}
      {status.verdict ? <MergeabilityBadge mergeability={status.verdict} /> : null}
    </>
  );
}
