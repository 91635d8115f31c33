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
import { badgeClasses, type Tone } from "@/components/ui/badge";
import type { PullFacts } from "@/lib/contract/dashboard/agent-row";
import { pullRequestNumber } from "@/lib/model/hosting/address-names";
import type { PullLinkOf } from "./use-pull-links";

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
  link: ReturnType<PullLinkOf>;
  /** State and checks, if they are known. */
  facts?: PullFacts | undefined;
}

/** Links to the pull request's dashboard page if the repository is hosted here, otherwise to its server. */
export function PullBadge({ url, link, facts }: PullBadgeProps) {
  const number = pullRequestNumber(url);
  const { Icon, tone, text: state } = lookOf(facts);
  const checks = facts?.checks && facts.checks !== "none" ? checkIcons[facts.checks] : undefined;
  const title = [state, checks?.text].filter(Boolean).join(", ");
  const badge = {
    className: badgeClasses(tone, link && "relative z-10 shrink-0 hover:opacity-80"),
    title: title || undefined,
    children: (
      <>
        <Icon aria-hidden />
        <span className="sr-only">Pull request</span>
        {number === undefined ? "PR" : `#${number}`}
        {title ? <span className="sr-only">{title}</span> : null}
        {checks ? <checks.Icon aria-hidden className={checks.tone} /> : null}
      </>
    ),
  };
  if (link === undefined) return <span {...badge} />;
  return "page" in link ? (
    <Link href={link.page} prefetch={false} {...badge} />
  ) : (
    <a href={link.address} target="_blank" rel="noreferrer" {...badge} />
  );
}
