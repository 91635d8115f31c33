"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, GitPullRequestClosed, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { Badge, type Tone } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { callProxy } from "@/lib/client/call";
import type { PullNeed, PullNeedingAttention } from "@/lib/contract/dashboard/list-pulls-needing-attention";
import { paths } from "@/lib/model/paths";
import { OverviewList } from "./overview-list";
import { pullsNeedingAttentionQuery } from "./overview-queries";

const maxRows = 8;
const needBadges: Readonly<Record<PullNeed, { label: string; tone: Tone; icon: LucideIcon }>> = {
  checks: { label: "Checks failed", tone: "danger", icon: CircleX },
  ready: { label: "Ready to merge", tone: "success", icon: CircleCheck },
  blocked: { label: "Blocked", tone: "warning", icon: GitPullRequestClosed },
};

/** Open pull requests that need attention. */
export default function PullsNeedingAttention() {
  const { data, error } = useQuery(pullsNeedingAttentionQuery(callProxy));
  const pulls = data?.pulls ?? [];
  const loadFailed = data?.problem !== undefined && pulls.length === 0;
  return (
    <OverviewList
      title="Pull requests needing attention"
      total={data ? pulls.length : undefined}
      listed={Math.min(pulls.length, maxRows)}
      hasError={error !== null}
      empty={loadFailed ? `Couldn't check pull requests: ${data.problem}` : emptyText(data?.looked ?? 0)}
      more={{ href: paths.pulls(), label: "All pull requests" }}
      footer={
        data && pulls.length > 0 && (data.problem ?? data.more)
          ? (data.problem ?? `Based on the ${data.looked} most recently updated open pull requests.`)
          : undefined
      }
    >
      {pulls.slice(0, maxRows).map((pull) => (
        <PullEntry key={pull.id} pull={pull} />
      ))}
    </OverviewList>
  );
}

function emptyText(checked: number): string {
  if (checked === 0) return "No open pull requests.";
  return `None of the ${checked} open pull requests need attention.`;
}

function PullEntry({ pull: { repository, number, title, need, why, updatedAt } }: { pull: PullNeedingAttention }) {
  const { label, tone, icon: Icon } = needBadges[need];
  const name = { ...repository, pullNumber: number };
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-muted/60">
      <span className="min-w-0 flex-1 basis-48">
        <Link
          href={paths.pull(name)}
          prefetch={false}
          className="block truncate font-medium text-sm after:absolute after:inset-0"
        >
          <bdi>{title}</bdi>
        </Link>
        <span className="block truncate text-muted-foreground text-xs" title={why}>
          {repository.ownerSlug}/{repository.repoName} #{number}
          {why ? ` · ${why}` : ""}
        </span>
      </span>
      <Badge tone={tone}>
        <Icon aria-hidden />
        {label}
      </Badge>
      <span className="ml-auto min-w-16 text-right text-muted-foreground text-xs">
        <RelativeTime iso={updatedAt} />
      </span>
    </li>
  );
}
