import { CircleCheck, CircleDashed, CircleX, GitMerge, LoaderCircle, MessageSquare, TriangleAlert } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { PullStatus } from "@/lib/contract/dashboard/pulls/list-pull-statuses";
import { type CheckState, checkKindText, worstCheck } from "@/lib/model/checks/check-state";
import { plural } from "@/lib/model/plural";
import { blockerLabel, byBlockerOrder, mergeState, mergeStateTexts } from "./merge-blockers";
import { reviewLooks } from "./review-looks";

const results = {
  failed: { Icon: CircleX, tone: "danger" },
  attention: { Icon: TriangleAlert, tone: "warning" },
  pending: { Icon: LoaderCircle, tone: "info" },
  passed: { Icon: CircleCheck, tone: "success" },
} as const;

/** The worst result among the checks of a pull request, with its count. */
function ChecksBadge({ checks }: { checks: NonNullable<PullStatus["checks"]> }) {
  const worst = worstCheck(checks);
  if (!worst) return null;
  const all = checks.reduce((sum, each) => sum + each.count, 0);
  const { count } = worst;
  const { Icon, tone } = results[worst.kind];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      <span className="sr-only">Checks: </span>
      {count === all ? count : `${count} of ${all}`} {checkKindText(worst.kind, count)}
    </Badge>
  );
}

interface MergeabilityBadgeProps {
  mergeability: NonNullable<PullStatus["verdict"]>;
  /** The worst result of the checks. */
  checks: CheckState["kind"] | undefined;
}

/** The merge state of a pull request, or its first blocker. */
function MergeabilityBadge({ mergeability, checks }: MergeabilityBadgeProps) {
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
  // The row's state already shows that it is a draft.
  const blockers = mergeability.blockers.filter(({ kind }) => kind !== "draft").sort(byBlockerOrder);
  if (blockers.length === 0 && mergeability.blockers.length > 0) return null;
  const [first, ...others] = blockers.map(({ kind }) => blockerLabel(kind, checks));
  return (
    <Badge tone="warning" title={[first, ...others].join(", ")}>
      {first === undefined ? null : <span className="sr-only">Blocked: </span>}
      {first ?? mergeStateTexts.blocked.badge}
      {others.length > 0 ? (
        <>
          {" "}
          <span aria-hidden>and {others.length} more</span>
          <span className="sr-only">, {others.join(", ")}</span>
        </>
      ) : null}
    </Badge>
  );
}

function CommentCount({ count, more }: NonNullable<PullStatus["comments"]>) {
  return (
    <span className="inline-flex items-center gap-1 text-muted-foreground tabular-nums">
      <MessageSquare aria-hidden className="size-3" />
      {count}
      {more ? "+" : ""}
      <span className="sr-only"> {plural(count, "comment")}</span>
    </span>
  );
}

function ReviewBadge({ decision }: { decision: string }) {
  const look = reviewLooks.get(decision);
  return look ? <Badge tone={look[1]}>{look[0]}</Badge> : null;
}

/** The known comments, reviews, checks and mergeability of a pull request. */
export default function PullStatusBadges({ status }: { status: PullStatus }) {
  return (
    <>
      {status.comments && status.comments.count > 0 ? <CommentCount {...status.comments} /> : null}
      {status.review ? <ReviewBadge decision={status.review} /> : null}
      {status.checks ? <ChecksBadge checks={status.checks} /> : null}
      {status.verdict ? (
        <MergeabilityBadge mergeability={status.verdict} checks={worstCheck(status.checks ?? [])?.kind} />
      ) : null}
    </>
  );
}
