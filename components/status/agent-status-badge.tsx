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
import type { ReactNode } from "react";
import { badgeClasses, type Tone } from "@/components/ui/badge";
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

interface BadgeParts {
  className: string;
  title: string;
  children: ReactNode;
}

/** The parts of the badge below, for a button that looks like it. */
export function statusBadge(status: AgentStatus): BadgeParts {
  const { icon: Icon, tone } = looks[status.kind];
  const warns = status.next === "addWorker" || (status.failedSteps > 0 && tone === "success");
  return {
    className: badgeClasses(
      warns ? "warning" : tone,
      "max-w-full shrink-0 whitespace-normal text-left tabular-nums [overflow-wrap:anywhere]",
    ),
    title: statusText(status),
    children: (
      <>
        <Icon aria-hidden />
        <span className="sr-only">Status: </span>
        {status.label}
        {status.since === undefined ? statusDetail(status) : <Clocked status={status} />}
      </>
    ),
  };
}

/** The status of an agent with its reason, clock and failed steps. It is never cut: what is next to it gives way, then it wraps. */
export function AgentStatusBadge({ status }: { status: AgentStatus }) {
  return <span {...statusBadge(status)} />;
}

/** The server doesn't know the browser's clock, so the time appears after hydration. */
function Clocked({ status }: { status: AgentStatus }) {
  const now = useNow();
  return statusDetail(status, useHydrated() ? now : undefined);
}
