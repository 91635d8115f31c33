"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { agentKeys } from "@/components/agents/agent-queries";
import { refreshAgent } from "@/components/agents/refresh-agent";
import { runKeys } from "@/components/transcript/run-queries";
import { callProxy } from "@/lib/client/call";
import type { CreateRunBody } from "@/lib/contract/agents/create-run";
import type { NumberedRuns } from "@/lib/contract/dashboard/list-numbered-runs";

const createRun = () => import("@/lib/contract/agents/create-run").then((entry) => entry.createRun);
const deleteAgent = () => import("@/lib/contract/agents/delete-agent").then((entry) => entry.deleteAgent);

/** Sends a follow-up. The new run is added to the cached list right away; the dashboard numbers it. */
export function useSendFollowUp(agentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateRunBody) => callProxy(createRun, { params: { id: agentId }, body }),
    onSuccess: ({ run }) => {
      client.setQueryData<NumberedRuns>(
        runKeys.latest(agentId),
        (cached) => cached && { ...cached, items: [...cached.items.filter(({ id }) => id !== run.id), run] },
      );
    },
    // Even after a failure: the run may exist even though the response was lost.
    onSettled: () => refreshAgent(client, agentId),
  });
}

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
