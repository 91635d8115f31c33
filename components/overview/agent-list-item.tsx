import Link from "next/link";
import type { ReactNode } from "react";
import { AgentStatusBadge } from "@/components/status/agent-status-badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { repositoryName } from "@/lib/model/agent-query/names";
import { paths } from "@/lib/model/paths";
import { rowStatus } from "@/lib/model/status/row-status";

/** An agent in one of the overview's lists. */
export function AgentListItem({ agent, children }: { agent: AgentRow; children?: ReactNode }) {
  const [repo] = agent.repos ?? [];
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-muted/60">
      <Link
        href={paths.agent(agent.id)}
        prefetch={false}
        className="min-w-0 flex-1 basis-40 truncate font-medium text-sm after:absolute after:inset-0"
      >
        <bdi>{agent.name || "Unnamed"}</bdi>
      </Link>
      {agent.run ? <AgentStatusBadge status={rowStatus(agent, undefined, Date.now())} /> : null}
      {children}
      <span className="ml-auto flex min-w-0 items-center gap-x-3 text-muted-foreground text-xs">
        {repo ? <span className="max-w-40 truncate">{repositoryName(repo.url)}</span> : null}
        <RelativeTime iso={agent.updatedAt} className="min-w-16 text-right" />
      </span>
    </li>
  );
}
