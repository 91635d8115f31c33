"use client";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { agentKeys } from "@/components/agents/agent-queries";
import { runKeys } from "@/components/transcript/run-queries";
import { callProxy } from "@/lib/client/call";
import type { CreateRunBody } from "@/lib/contract/agents/create-run";
import type { NumberedRuns } from "@/lib/contract/dashboard/list-numbered-runs";

const archiveAgent = () => import("@/lib/contract/agents/archive-agent").then((entry) => entry.archiveAgent);
const cancelRun = () => import("@/lib/contract/agents/cancel-run").then((entry) => entry.cancelRun);
const createRun = () => import("@/lib/contract/agents/create-run").then((entry) => entry.createRun);
const deleteAgent = () => import("@/lib/contract/agents/delete-agent").then((entry) => entry.deleteAgent);
const unarchiveAgent = () => import("@/lib/contract/agents/unarchive-agent").then((entry) => entry.unarchiveAgent);

/** Refetches an agent, its runs, and the agent lists. */
export function refreshAgent(client: QueryClient, agentId: string): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: agentKeys.detail(agentId) }),
    client.invalidateQueries({ queryKey: runKeys.list(agentId) }),
    client.invalidateQueries({ queryKey: agentKeys.lists }),
  ]);
}

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

export function useCancelRun(agentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) => callProxy(cancelRun, { params: { id: agentId, runId } }),
    onSettled: () => refreshAgent(client, agentId),
  });
}

export function useArchive(agentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (archive: boolean) => callProxy(archive ? archiveAgent : unarchiveAgent, { params: { id: agentId } }),
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
