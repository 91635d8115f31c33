"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { agentKeys } from "@/components/agents/agent-queries";
import { runKeys } from "@/components/transcript/run-queries";
import { callProxy } from "@/lib/client/call";

const deleteAgent = () => import("@/lib/contract/agents/delete-agent").then((entry) => entry.deleteAgent);

export function useDelete(agentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callProxy(deleteAgent, { params: { id: agentId } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: agentKeys.detail(agentId) });
      client.removeQueries({ queryKey: runKeys.list(agentId) });
      return client.invalidateQueries({ queryKey: agentKeys.lists });
    },
  });
}
