"use client";

import { CircleStop } from "lucide-react";
import type { BulkTarget } from "@/components/agents/bulk-calls";
import { useAgentAction } from "@/components/agents/use-agent-action";
import { Button } from "@/components/ui/button";

/** Cancels the active run. Shows "Canceling…" until the run has ended. */
export function CancelButton({ agent }: { agent: BulkTarget }) {
  const { start, isPending, done } = useAgentAction(agent);
  const canceling = isPending || done !== undefined;
  return (
    <Button variant="danger" size="small" disabled={canceling} onClick={() => void start("cancel")}>
      <CircleStop aria-hidden />
      {canceling ? "Canceling…" : "Cancel run"}
    </Button>
  );
}
