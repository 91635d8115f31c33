import { AddWorkerLink } from "@/components/agents/add-worker-link";
import { PullAction } from "@/components/agents/pull-action";
import { Button } from "@/components/ui/button";
import type { Agent } from "@/lib/contract/agents/agent";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { AgentStatus, NextAction } from "@/lib/model/status/agent-status";
import { ApproveButton } from "./approve-button";
import { RetryButton } from "./retry-button";

interface NextActionButtonProps {
  agent: Agent;
  status: AgentStatus;
  next: NextAction;
  pulls: AgentRow["pulls"];
  /** Shows the agent's question. */
  onAnswer: () => void;
  /** Called after a run was started. */
  onSent: () => void;
}

/** The page's primary action. */
export default function NextActionButton({ agent, status, next, pulls, onAnswer, onSent }: NextActionButtonProps) {
  const { id, name, env, repos, git } = agent;
  switch (next) {
    case "answer":
      return (
        <Button size="small" variant="primary" aria-label={`Answer: ${name}`} onClick={onAnswer}>
          Answer
        </Button>
      );
    case "approve":
      return <ApproveButton key={agent.latestRunId} agentId={id} name={name} onSent={onSent} isPrimary />;
    case "retry":
      return <RetryButton agent={agent} isPrimary />;
    case "addWorker":
      return <AddWorkerLink env={env} name={name} isPrimary />;
    default:
      return <PullAction agent={{ name, repos, branches: git?.branches, pulls }} status={status.kind} isPrimary />;
  }
}
