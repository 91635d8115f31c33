import { CircleX, Eye, GitPullRequestClosed, type LucideIcon, MessageSquareWarning } from "lucide-react";
import { ActionLink } from "@/components/agents/action-link";
import { AgentStatusBadge } from "@/components/status/agent-status-badge";
import { Badge, type Tone } from "@/components/ui/badge";
import { ItemRow, type ItemRowProps } from "@/components/ui/item-row";
import type { PullNeed } from "@/lib/contract/dashboard/pulls/list-pulls-needing-attention";
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

interface ItemProps<Item> extends Pick<ItemRowProps, "unread" | "onMark"> {
  item: Item;
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
    <ItemRow
      {...rest}
      item={item}
      path={paths.agent(agent.id)}
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
    <ItemRow
      {...rest}
      item={item}
      path={paths.pull(name)}
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
