import { useQuery } from "@tanstack/react-query";
import { Check, CircleCheck, CircleX, GitPullRequestClosed, type LucideIcon, Undo2 } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { RetryButton } from "@/components/agent/retry-button";
import { PullBadge } from "@/components/agents/pull-badge";
import { parsePullUrl } from "@/components/pulls/pull-address";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { AgentStatusBadge } from "@/components/status/agent-status-badge";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { RelativeTime } from "@/components/ui/relative-time";
import { callProxy } from "@/lib/client/call";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { AttentionReason } from "@/lib/contract/dashboard/get-overview";
import type { PullNeed } from "@/lib/contract/dashboard/list-pulls-needing-attention";
import type { Pool } from "@/lib/contract/pools/pool";
import { repositoryName } from "@/lib/model/hosting/address-names";
import type { InboxItem } from "@/lib/model/inbox/inbox-items";
import { paths } from "@/lib/model/paths";
import { pullUrls, rowStatus, rowStatusKind } from "@/lib/model/status/row-status";

const needBadges: Readonly<Record<PullNeed, { label: string; tone: Tone; icon: LucideIcon }>> = {
  checks: { label: "Checks failed", tone: "danger", icon: CircleX },
  ready: { label: "Ready to merge", tone: "success", icon: CircleCheck },
  blocked: { label: "Blocked", tone: "warning", icon: GitPullRequestClosed },
};

interface InboxRowProps {
  item: InboxItem;
  /** Loaded if an agent waits for a worker. */
  pools: readonly Pool[] | undefined;
  unread: boolean;
  canOperate: boolean;
  onMark: (read: boolean) => void;
}

/** An inbox item: title, reason and action. */
export function InboxRow({ item, pools, unread, canOperate, onMark }: InboxRowProps) {
  return item.kind === "agent" ? (
    <Row
      item={item}
      unread={unread}
      onMark={onMark}
      href={paths.agent(item.agent.id)}
      title={item.agent.name || "Unnamed"}
      status={item.agent.run ? <AgentStatusBadge status={rowStatus(item.agent, pools, Date.now())} /> : null}
      detail={item.agent.repos?.[0] ? repositoryName(item.agent.repos[0].url) : ""}
    >
      <AgentAction reason={item.reason} agent={item.agent} canOperate={canOperate} />
    </Row>
  ) : (
    <PullRow item={item} unread={unread} onMark={onMark} />
  );
}

function PullRow({
  item,
  unread,
  onMark,
}: Omit<InboxRowProps, "item" | "pools" | "canOperate"> & { item: Extract<InboxItem, { kind: "pull" }> }) {
  const { repository, number, title, need, why } = item.pull;
  const name = { ...repository, pullNumber: number };
  const { label, tone, icon: Icon } = needBadges[need];
  const detail = `${repository.ownerSlug}/${repository.repoName} #${number}${why ? ` · ${why}` : ""}`;
  return (
    <Row
      item={item}
      unread={unread}
      onMark={onMark}
      href={paths.pull(name)}
      title={title}
      status={
        <Badge tone={tone}>
          <Icon aria-hidden />
          {label}
        </Badge>
      }
      detail={detail}
    >
      <Action
        href={need === "checks" ? paths.pullChecks(name) : paths.pullFiles(name)}
        label={`${need === "checks" ? "View checks" : "Review"}: ${title}`}
      >
        {need === "checks" ? "View checks" : "Review"}
      </Action>
    </Row>
  );
}

interface RowProps {
  item: InboxItem;
  unread: boolean;
  onMark: (read: boolean) => void;
  href: ReturnType<typeof paths.agent> | ReturnType<typeof paths.pull>;
  title: string;
  status: ReactNode;
  detail: string;
  /** The action. */
  children: ReactNode;
}

function Row({ item, unread, onMark, href, title, status, detail, children }: RowProps) {
  return (
    <li
      data-row={item.key}
      className="group relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-muted/60"
    >
      <span
        aria-hidden
        className={classNames("size-1.5 shrink-0 rounded-full", unread ? "bg-primary" : "bg-transparent")}
      />
      <Link
        href={href}
        prefetch={false}
        className={classNames(
          "min-w-0 text-sm after:absolute after:inset-0 max-sm:col-span-2",
          unread ? "font-medium" : "text-muted-foreground",
        )}
      >
        <span className="relative block truncate">
          <bdi>{title}</bdi>
          {unread ? <span className="sr-only"> (unread)</span> : null}
        </span>
      </Link>
      <span className="col-start-2 row-start-2 flex min-w-0 items-center gap-2 text-muted-foreground text-xs">
        {status}
        {detail ? (
          <span className="min-w-0 truncate max-sm:hidden" title={detail}>
            {detail}
          </span>
        ) : null}
        <RelativeTime iso={item.updatedAt} bare className="shrink-0 whitespace-nowrap max-sm:hidden" />
      </span>
      <span className="col-start-3 row-start-2 flex items-center gap-1 sm:row-span-2 sm:row-start-1">
        {children}
        <Button
          size="smallIcon"
          variant="ghost"
          className="relative z-10"
          aria-label={`${unread ? "Mark as read" : "Mark as unread"}: ${title}`}
          title={`${unread ? "Mark as read" : "Mark as unread"} (e)`}
          onClick={() => onMark(unread)}
        >
          {unread ? <Check aria-hidden /> : <Undo2 aria-hidden />}
        </Button>
      </span>
    </li>
  );
}

interface ActionProps<T extends string> {
  href: Route<T>;
  /** The action with its subject, for screen readers. */
  label: string;
  children: ReactNode;
}

function Action<T extends string>({ href, label, children }: ActionProps<T>) {
  return (
    <Button asChild size="small" className="relative z-10">
      <Link href={href} prefetch={false} aria-label={label}>
        {children}
      </Link>
    </Button>
  );
}

/** Leads to the part of the pull request that needs attention. */
function PullAction({ agent }: { agent: AgentRow }) {
  const repositories = useQuery(hostedRepositoriesQuery(callProxy));
  const urls = pullUrls(agent);
  const url = urls.findLast((each) => agent.pulls?.some((pull) => pull.url === each && pull.state === "open"));
  const hosted = parsePullUrl(url ?? urls.at(-1) ?? "", repositories.data ?? []);
  if (!hosted) return urls.length === 0 ? null : <PullBadge url={url ?? urls.at(-1) ?? ""} />;
  const kind = rowStatusKind(agent);
  const [href, action] =
    kind === "checks"
      ? [paths.pullChecks(hosted), "View checks"]
      : kind === "changes" || kind === "conflict"
        ? [paths.pull(hosted), "View pull request"]
        : [paths.pullFiles(hosted), "Review"];
  return (
    <Action href={href} label={`${action}: ${agent.name}`}>
      {action}
    </Action>
  );
}

interface AgentActionProps {
  reason: AttentionReason;
  agent: AgentRow;
  canOperate: boolean;
}

/** The next action for an agent. */
function AgentAction({ reason, agent, canOperate }: AgentActionProps) {
  const { name } = agent;
  if (reason === "pullRequest") return <PullAction agent={agent} />;
  if (reason === "queued") {
    const pool = agent.env.type === "pool" ? (agent.env.name ?? "default") : undefined;
    if (pool === undefined)
      return (
        <Action href={paths.queue()} label={`View queue: ${name}`}>
          View queue
        </Action>
      );
    return (
      <Action href={paths.pool(pool)} label={`Add worker to ${pool}: ${name}`}>
        Add worker
      </Action>
    );
  }
  if (!canOperate) return null;
  if (reason === "plan") {
    return (
      <Action href={paths.agent(agent.id)} label={`Review plan: ${name}`}>
        Review plan
      </Action>
    );
  }
  if (reason === "input") {
    return (
      <Action href={paths.agent(agent.id)} label={`Answer: ${name}`}>
        Answer
      </Action>
    );
  }
  return <RetryButton agentId={agent.id} name={name} className="relative z-10" />;
}
