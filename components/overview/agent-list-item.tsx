import Link from "next/link";
import type { ReactNode } from "react";
import { AgentStatusBadge } from "@/components/status/agent-status-badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { paths } from "@/lib/model/paths";
import { rowStatus } from "@/lib/model/status/row-status";

interface AgentListItemProps {
  agent: AgentRow;
  /** What it is doing. */
  step?: ReactNode;
}

/** An agent in one of the overview's lists. */
export function AgentListItem({ agent, step }: AgentListItemProps) {
  const [repo] = agent.repos ?? [];
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-muted/60">
      <Link
        href={paths.agent(agent.id)}
        prefetch={false}
        className="min-w-0 truncate font-medium text-sm after:absolute after:inset-0"
      >
        <bdi>{agent.name || "Unnamed"}</bdi>
      </Link>
      <RelativeTime iso={agent.updatedAt} className="text-right text-muted-foreground text-xs" />
      <span className="flex min-w-0 items-center gap-2">
        {agent.run ? (
          <span className="shrink-0">
            <AgentStatusBadge status={rowStatus(agent, undefined, Date.now())} />
          </span>
        ) : null}
        {step}
      </span>
      {repo ? (
        <span className="max-w-40 truncate text-right text-muted-foreground text-xs">{repositoryName(repo.url)}</span>
      ) : null}
    </li>
  );
}
