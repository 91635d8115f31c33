import { Check, CircleX, Eye, GitPullRequestClosed, type LucideIcon, MessageSquareWarning, Undo2 } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { ActionLink } from "@/components/agents/action-link";
import { AgentStatusBadge } from "@/components/status/agent-status-badge";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { RelativeTime } from "@/components/ui/relative-time";
import type { PullNeed } from "@/lib/contract/dashboard/list-pulls-needing-attention";
import type { Pool } from "@/lib/contract/pools/pool";
import { repositoryName } from "@/lib/model/hosting/address-names";
import type { InboxItem } from "@/lib/model/inbox/inbox-items";
import { paths } from "@/lib/model/paths";
import { rowStatus } from "@/lib/model/status/row-status";
import { AgentAction } from "./agent-action";
import { type AgentRequest, usePlanRequest, useQuestionRequest } from "./agent-request";

const needBadges: Readonly<Record<PullNeed, { label: string; tone: Tone; icon: LucideIcon }>> = {
  checks: { label: "Checks failed", tone: "danger", icon: CircleX },
  changes: { label: "Changes requested", tone: "warning", icon: MessageSquareWarning },
  review: { label: "Review requested", tone: "info", icon: Eye },
  blocked: { label: "Blocked", tone: "warning", icon: GitPullRequestClosed },
};

interface ItemProps<Item> {
  item: Item;
  unread: boolean;
  onMark: (read: boolean) => void;
}

type AgentItem = Extract<InboxItem, { kind: "agent" }>;

interface InboxRowProps extends ItemProps<InboxItem> {
  /** Loaded if an agent waits for a worker. */
  pools: readonly Pool[] | undefined;
  canOperate: boolean;
  /** Loads what the agent asks. */
  showsRequest: boolean;
}

/** An inbox item: title, reason and action, and what an agent asks. */
export function InboxRow({ item, pools, canOperate, showsRequest, ...rest }: InboxRowProps) {
  if (item.kind === "pull") return <PullRow item={item} {...rest} />;
  const props = { item, pools, ...rest };
  if (item.status === "input" && showsRequest) return <QuestionRow {...props} canOperate={canOperate} />;
  if (item.status === "plan") return <PlanRow {...props} />;
  return <AgentRow {...props} action={<AgentAction item={item} />} />;
}

function QuestionRow({ canOperate, ...props }: Omit<AgentRowProps, keyof AgentRequest> & { canOperate: boolean }) {
  return <AgentRow {...props} {...useQuestionRequest({ item: props.item, canOperate })} />;
}

function PlanRow(props: Omit<AgentRowProps, keyof AgentRequest>) {
  return <AgentRow {...props} {...usePlanRequest(props.item)} />;
}

interface AgentRowProps extends ItemProps<AgentItem>, Partial<AgentRequest> {
  pools: readonly Pool[] | undefined;
}

function AgentRow({ item: { agent, ...item }, pools, ...rest }: AgentRowProps) {
  return (
    <Row
      {...rest}
      item={item}
      href={paths.agent(agent.id)}
      title={agent.name || "Unnamed"}
      status={agent.run ? <AgentStatusBadge status={rowStatus(agent, pools, Date.now())} /> : null}
      detail={agent.repos?.[0] ? repositoryName(agent.repos[0].url) : ""}
    />
  );
}

const pullActions = {
  checks: { label: "View checks", path: paths.pullChecks },
  changes: { label: "View pull request", path: paths.pull },
  review: { label: "Review", path: paths.pullFiles },
  blocked: { label: "View pull request", path: paths.pull },
} as const;

function PullRow({ item, ...rest }: ItemProps<Extract<InboxItem, { kind: "pull" }>>) {
  const { repository, number, title, need, why } = item.pull;
  const name = { ...repository, pullNumber: number };
  const { label, tone, icon: Icon } = needBadges[need];
  const action = pullActions[need];
  return (
    <Row
      {...rest}
      item={item}
      href={paths.pull(name)}
      title={title}
      status={
        <Badge tone={tone} className="shrink-0">
          <Icon aria-hidden />
          {label}
        </Badge>
      }
      detail={`${repository.ownerSlug}/${repository.repoName} #${number}${why ? ` · ${why}` : ""}`}
      action={
        <ActionLink href={action.path(name)} subject={title}>
          {action.label}
        </ActionLink>
      }
    />
  );
}

interface RowProps extends ItemProps<Pick<InboxItem, "key" | "updatedAt">>, Partial<AgentRequest> {
  href: ReturnType<typeof paths.agent> | ReturnType<typeof paths.pull>;
  title: string;
  status: ReactNode;
  detail: string;
}

/** One line on wide screens. On phones, the status and the action have separate lines. */
function Row({ item, unread, onMark, href, title, status, detail, action, request }: RowProps) {
  return (
    <li data-row={item.key} className="relative px-3 py-2 hover:bg-muted/60">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 lg:flex">
        <span
          aria-hidden
          className={classNames("size-1.5 shrink-0 rounded-full", unread ? "bg-primary" : "bg-transparent")}
        />
        <Link
          href={href}
          prefetch={false}
          className={classNames(
            "min-w-0 text-sm after:absolute after:inset-0 max-sm:col-span-2 lg:min-w-24",
            unread ? "font-medium" : "text-muted-foreground",
          )}
        >
          <span className="relative block truncate">
            <bdi>{title}</bdi>
            {unread ? <span className="sr-only"> (unread)</span> : null}
          </span>
        </Link>
        <span className="col-start-2 row-start-2 flex min-w-0 items-center gap-2 text-muted-foreground text-xs max-sm:col-span-2 max-sm:col-start-2 lg:min-w-fit lg:flex-1">
          {status}
          <span className="flex min-w-0 items-center gap-2 max-sm:hidden lg:ml-auto">
            {detail ? (
              <span className="min-w-0 truncate lg:max-w-48" title={detail}>
                {detail}
              </span>
            ) : null}
            <RelativeTime iso={item.updatedAt} bare className="shrink-0 whitespace-nowrap lg:w-12 lg:text-right" />
          </span>
        </span>
        <span className="col-start-3 flex items-center justify-end gap-1 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-3 max-sm:justify-start sm:row-span-2 sm:row-start-1 lg:min-w-40">
          <span data-action className="relative z-10 flex flex-wrap items-center gap-1 empty:hidden">
            {action}
          </span>
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
      </div>
      {request ? <div className="relative z-10 mt-1 ml-4.5 w-fit max-w-full">{request}</div> : null}
    </li>
  );
}
