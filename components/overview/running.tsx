import Link from "next/link";
import type { getOverview } from "@/lib/contract/dashboard/agents/get-overview";
import type { ResponseOf } from "@/lib/contract/operation";
import { paths } from "@/lib/model/paths";
import { AgentListItem } from "./agent-list-item";
import { CurrentStep } from "./current-step";
import { OverviewList } from "./overview-list";

type RunningAgents = ResponseOf<typeof getOverview>["running"];

interface RunningProps {
  running: RunningAgents | undefined;
  hasError: boolean;
  canOperate: boolean;
}

export default function Running({ running, hasError, canOperate }: RunningProps) {
  return (
    <OverviewList
      title="Running now"
      total={running?.total}
      listed={running?.rows.length ?? 0}
      hasError={hasError}
      empty={
        <>
          No active runs.{" "}
          {canOperate ? (
            <Link href={paths.newAgent()} className="text-primary underline">
              Launch an agent
            </Link>
          ) : null}
        </>
      }
      more={{ href: paths.agentsWhere("status:running,starting"), label: "All running" }}
    >
      {(running?.rows ?? []).map((agent) => (
        <AgentListItem
          key={agent.id}
          agent={agent}
          step={<CurrentStep agentId={agent.id} runId={agent.latestRunId} />}
        />
      ))}
    </OverviewList>
  );
}
