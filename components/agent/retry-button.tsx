"use client";

import { RotateCw } from "lucide-react";
import { useAgentAction } from "@/components/agents/use-agent-action";
import { Button } from "@/components/ui/button";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";

interface RetryButtonProps {
  agent: Pick<AgentRow, "id" | "latestRunId" | "name">;
  isPrimary?: boolean;
}

/** Repeats a run that didn't finish, in the same agent. */
export function RetryButton({ agent, isPrimary = false }: RetryButtonProps) {
  const { start, isPending } = useAgentAction(agent);
  return (
    <Button
      size="small"
      variant={isPrimary ? "primary" : "secondary"}
      disabled={isPending}
      aria-label={`Retry: ${agent.name}`}
      title="Send the prompt of the last run again"
      onClick={() => void start("retry")}
    >
      <RotateCw aria-hidden />
      {isPending ? "Retrying…" : "Retry"}
    </Button>
  );
}
