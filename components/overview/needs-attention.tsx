import { Badge } from "@/components/ui/badge";
import type { AttentionReason, getOverview } from "@/lib/contract/dashboard/get-overview";
import type { ResponseOf } from "@/lib/contract/operation";
import { paths } from "@/lib/model/paths";
import { AgentListItem } from "./agent-list-item";
import { OverviewList } from "./overview-list";

type Needs = ResponseOf<typeof getOverview>["needs"];

const reasonLabels: Readonly<Record<AttentionReason, string>> = {
  failed: "Failed",
  expired: "No worker",
  pullRequest: "Review pull request",
};

/** Agents that need attention. Archiving one removes it from the list. */
export function NeedsAttention({ needs, hasError }: { needs: Needs | undefined; hasError: boolean }) {
  return (
    <OverviewList
      title="Needs attention"
      total={needs?.total}
      listed={needs?.items.length ?? 0}
      hasError={hasError}
      empty={`No failed runs or new pull requests in the last ${needs?.days ?? 14} days.`}
      more={{ href: paths.agentsWhere("status:ERROR,EXPIRED"), label: "All failed" }}
    >
      {(needs?.items ?? []).map(({ agent, reason }) => (
        <AgentListItem key={agent.id} agent={agent}>
          <Badge tone={reason === "pullRequest" ? "info" : "warning"}>{reasonLabels[reason]}</Badge>
        </AgentListItem>
      ))}
    </OverviewList>
  );
}
