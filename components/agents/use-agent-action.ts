import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RowAction } from "@/lib/model/agent-list/row-actions";
import type { BulkTarget } from "./bulk-calls";
import { performAgentAction } from "./perform-agent-action";

/** Starts actions on an agent. `done` is the last one that succeeded. */
export function useAgentAction(agent: BulkTarget) {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [done, setDone] = useState<RowAction>();
  const start = async (action: RowAction) => {
    setPending(true);
    const isDone = await performAgentAction(action, agent, client);
    setPending(false);
    if (isDone) setDone(action);
  };
  return { start, isPending, done };
}
