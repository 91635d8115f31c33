import { RetryButton } from "@/components/agent/retry-button";
import { ActionLink } from "@/components/agents/action-link";
import { AddWorkerLink } from "@/components/agents/add-worker-link";
import { PullAction } from "@/components/agents/pull-action";
import type { AgentNeedingAttention } from "@/lib/contract/dashboard/agents/get-overview";
import { paths } from "@/lib/model/paths";

/** The next action for an agent. */
export function AgentAction({ item: { agent, status, canPrompt } }: { item: AgentNeedingAttention }) {
  const { id, name, env } = agent;
  switch (status) {
    case "input":
      return (
        <ActionLink href={paths.agent(id)} subject={name}>
          {canPrompt ? "Answer" : "View request"}
        </ActionLink>
      );
    case "queued":
      return <AddWorkerLink env={env} name={name} />;
    case "failed":
    case "expired":
      return canPrompt ? <RetryButton agent={agent} /> : null;
    default:
      return <PullAction agent={agent} status={status} />;
  }
}
