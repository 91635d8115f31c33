import type { QueryClient } from "@tanstack/react-query";
import { runKeys } from "@/components/transcript/run-queries";
import { agentKeys } from "./agent-queries";

/** Refetches an agent, its runs, and the agent lists. */
export function refreshAgent(client: QueryClient, agentId: string): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: agentKeys.detail(agentId) }),
    client.invalidateQueries({ queryKey: runKeys.list(agentId) }),
    client.invalidateQueries({ queryKey: agentKeys.lists }),
  ]);
}
