import Link from "next/link";
import { PullBadge } from "@/components/agents/pull-badge";
import { Button } from "@/components/ui/button";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { AttentionReason, getOverview } from "@/lib/contract/dashboard/get-overview";
import type { ResponseOf } from "@/lib/contract/operation";
import { paths } from "@/lib/model/paths";
import { AgentListItem } from "./agent-list-item";
import { OverviewList } from "./overview-list";

type Needs = ResponseOf<typeof getOverview>["needs"];

interface NeedsAttentionProps {
  needs: Needs | undefined;
  hasError: boolean;
  canOperate: boolean;
}

/** Agents that need attention: blocked ones first, then failed ones, then pull requests to review. */
export default function NeedsAttention({ needs, hasError, canOperate }: NeedsAttentionProps) {
  return (
    <OverviewList
      title="Needs attention"
      total={needs?.total}
      listed={needs?.items.length ?? 0}
      hasError={hasError}
      empty={`No queued agents, failed runs, or new pull requests in the last ${needs?.days ?? 14} days.`}
      more={{ href: paths.agentsWhere("status:ERROR,EXPIRED"), label: "All failed" }}
    >
      {(needs?.items ?? []).map(({ agent, reason }) => (
        <AgentListItem key={agent.id} agent={agent}>
          <Action reason={reason} agent={agent} canOperate={canOperate} />
        </AgentListItem>
      ))}
    </OverviewList>
  );
}

interface ActionProps {
  reason: AttentionReason;
  agent: AgentRow;
  canOperate: boolean;
}

/** What to do about it. */
function Action({ reason, agent, canOperate }: ActionProps) {
  if (reason === "pullRequest") {
    const url = [...(agent.repos ?? []), ...(agent.branches ?? [])].findLast(({ prUrl }) => prUrl !== undefined)?.prUrl;
    return url === undefined ? null : <PullBadge url={url} />;
  }
  if (reason === "queued") {
    const pool = agent.env.type === "pool" ? (agent.env.name ?? "default") : undefined;
    return (
      <Button asChild size="small" className="relative z-10">
        <Link
          href={pool === undefined ? paths.queue() : paths.pool(pool)}
          prefetch={false}
          aria-label={pool === undefined ? `View queue: ${agent.name}` : `Add worker to ${pool}: ${agent.name}`}
        >
          {pool === undefined ? "View queue" : "Add worker"}
        </Link>
      </Button>
    );
  }
  if (!canOperate) return null;
  return (
    <Button asChild size="small" className="relative z-10">
      <Link href={paths.relaunch(agent.id)} prefetch={false} aria-label={`Launch again: ${agent.name}`}>
        Launch again
      </Link>
    </Button>
  );
}
