"use client";

import {
  Archive,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleSlash,
  CircleX,
  Clock,
  Eye,
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  GitPullRequestDraft,
  Hourglass,
  ListChecks,
  type LucideIcon,
  MessageCircleQuestion,
  MessageSquareWarning,
  TriangleAlert,
} from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useNow } from "@/components/ui/use-now";
import { type AgentStatus, type StatusKind, statusDetail, statusText } from "@/lib/model/status/agent-status";

const looks: Readonly<Record<StatusKind, { tone: Tone; icon: LucideIcon }>> = {
  queued: { tone: "info", icon: Hourglass },
  starting: { tone: "info", icon: CircleDashed },
  running: { tone: "info", icon: CircleDot },
  input: { tone: "warning", icon: MessageCircleQuestion },
  failed: { tone: "danger", icon: CircleX },
  expired: { tone: "warning", icon: Clock },
  plan: { tone: "warning", icon: ListChecks },
  checks: { tone: "danger", icon: CircleX },
  changes: { tone: "warning", icon: MessageSquareWarning },
  conflict: { tone: "warning", icon: TriangleAlert },
  review: { tone: "info", icon: Eye },
  ready: { tone: "success", icon: GitPullRequest },
  draft: { tone: "neutral", icon: GitPullRequestDraft },
  canceled: { tone: "warning", icon: CircleSlash },
  finished: { tone: "success", icon: CircleCheck },
  merged: { tone: "success", icon: GitMerge },
  closed: { tone: "neutral", icon: GitPullRequestClosed },
  archived: { tone: "neutral", icon: Archive },
  unknown: { tone: "neutral", icon: CircleHelp },
};

/** The status of an agent with its reason, clock and failed steps. It is never cut: what is next to it gives way, then it wraps. */
export function AgentStatusBadge({ status }: { status: AgentStatus }) {
  const { icon: Icon, tone } = looks[status.kind];
  const warns = status.next === "addWorker" || (status.failedSteps > 0 && tone === "success");
  return (
    <Badge
      tone={warns ? "warning" : tone}
      className="max-w-full shrink-0 whitespace-normal text-left"
      title={statusText(status)}
    >
      <Icon aria-hidden />
      <span className="min-w-0 tabular-nums [overflow-wrap:anywhere]">
        <span className="sr-only">Status: </span>
        {status.label}
        {status.since === undefined ? statusDetail(status) : <Clocked status={status} />}
      </span>
    </Badge>
  );
}

/** The server doesn't know the browser's clock, so the time appears after hydration. */
function Clocked({ status }: { status: AgentStatus }) {
  const now = useNow();
  return statusDetail(status, useHydrated() ? now : undefined);
}
