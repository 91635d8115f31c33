import { CircleCheck, CircleDashed, CircleX, GitMerge, LoaderCircle, TriangleAlert } from "lucide-react";
import { type CheckState, checkState } from "@/components/checks/check-state";
import { Badge } from "@/components/ui/badge";
import type { PullStatus } from "@/lib/contract/dashboard/list-pull-statuses";
import { blockerName, byNeed, isMergeable, isUndecided } from "./blockers";

const looks = {
  failed: { Icon: CircleX, tone: "danger", word: "failed" },
  attention: { Icon: TriangleAlert, tone: "warning", word: "without a result" },
  pending: { Icon: LoaderCircle, tone: "info", word: "pending" },
  passed: { Icon: CircleCheck, tone: "success", word: "passed" },
} as const;
const worstFirst: readonly CheckState["kind"][] = ["failed", "attention", "pending", "passed"];

/** The checks of a pull request in one badge: the worst there is, and how many of all. */
function ChecksBadge({ checks }: { checks: NonNullable<PullStatus["checks"]> }) {
  const countOf = (kind: CheckState["kind"]) =>
    checks.reduce((sum, each) => sum + (checkState(each).kind === kind ? each.count : 0), 0);
  const kind = worstFirst.find((each) => countOf(each) > 0);
  if (!kind) return null;
  const all = checks.reduce((sum, { count }) => sum + count, 0);
  const { Icon, tone, word } = looks[kind];
  const count = countOf(kind);
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      <span className="sr-only">Checks: </span>
      {count === all ? count : `${count} of ${all}`} {word}
    </Badge>
  );
}

/** Whether a pull request can be merged, or else its first blocker. */
function VerdictBadge({ verdict }: { verdict: NonNullable<PullStatus["verdict"]> }) {
  if (isMergeable(verdict)) {
    return (
      <Badge tone="success">
        <GitMerge aria-hidden />
        Mergeable
      </Badge>
    );
  }
  if (isUndecided(verdict)) {
    return (
      <Badge>
        <CircleDashed aria-hidden />
        Being found out
      </Badge>
    );
  }
  const kinds = [...verdict.blockers].sort(byNeed).map(({ kind }) => blockerName(kind));
  return (
    <Badge tone="warning" title={kinds.join(", ")}>
      {kinds[0] === undefined ? null : <span className="sr-only">Blocked: </span>}
      {kinds[0] ?? "Blocked"}
      {kinds.length > 1 ? (
        <>
          {" "}
          <span aria-hidden>+{kinds.length - 1}</span>
          <span className="sr-only">, {kinds.slice(1).join(", ")}</span>
        </>
      ) : null}
    </Badge>
  );
}

/** Checks and mergeability of a pull request, as far as they are known. */
export default function PullStatusBadges({ status }: { status: PullStatus }) {
  return (
    <>
      {status.checks ? <ChecksBadge checks={status.checks} /> : null}
      {status.verdict ? <VerdictBadge verdict={status.verdict} /> : null}
    </>
  );
}
