"use client";

import {
  CircleCheck,
  CircleX,
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  GitPullRequestDraft,
  LoaderCircle,
  TriangleAlert,
} from "lucide-react";
import Link from "next/link";
import { Badge, type Tone } from "@/components/ui/badge";
import type { PullFacts } from "@/lib/contract/dashboard/agent-row";
import { pullRequestNumber } from "@/lib/model/hosting/address-names";
import { usePullLink } from "./use-pull-link";

const className = "relative z-10 shrink-0 rounded hover:opacity-80";

const checkIcons = {
  failed: { Icon: CircleX, text: "checks failed", tone: "text-danger" },
  attention: { Icon: TriangleAlert, text: "checks need action", tone: "text-warning" },
  pending: { Icon: LoaderCircle, text: "checks pending", tone: "text-info" },
  passed: { Icon: CircleCheck, text: "checks passed", tone: "text-success" },
} as const;

function lookOf(facts: PullFacts | undefined): { Icon: typeof GitPullRequest; tone: Tone; text: string } {
  if (facts?.state === "merged") return { Icon: GitMerge, tone: "success", text: "merged" };
  if (facts?.state === "closed") return { Icon: GitPullRequestClosed, tone: "neutral", text: "closed" };
  if (facts?.draft) return { Icon: GitPullRequestDraft, tone: "neutral", text: "draft" };
  return { Icon: GitPullRequest, tone: "info", text: facts?.state ?? "" };
}

interface PullBadgeProps {
  url: string;
  /** State and checks, if they are known. */
  facts?: PullFacts | undefined;
}

/** Links to the pull request's dashboard page if the repository is hosted here, otherwise to its server. */
export function PullBadge({ url, facts }: PullBadgeProps) {
  const link = usePullLink(url);
  const number = pullRequestNumber(url);
  const { Icon, tone, text: state } = lookOf(facts);
  const checks = facts?.checks && facts.checks !== "none" ? checkIcons[facts.checks] : undefined;
  const title = [state, checks?.text].filter(Boolean).join(", ");
  const text = (
    <Badge tone={tone} title={title || undefined}>
      <Icon aria-hidden />
      <span className="sr-only">Pull request</span>
      {number === undefined ? "PR" : `#${number}`}
      {title ? <span className="sr-only">{title}</span> : null}
      {checks ? <checks.Icon aria-hidden className={checks.tone} /> : null}
    </Badge>
  );
  if (link === undefined) return text;
  return "page" in link ? (
    <Link href={link.page} prefetch={false} className={className}>
      {text}
    </Link>
  ) : (
    <a href={link.address} target="_blank" rel="noreferrer" className={className}>
      {text}
    </a>
  );
}
