"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import { refreshAgent } from "./agent-mutations";

const retryRun = () => import("@/lib/contract/dashboard/retry-run").then((entry) => entry.retryRun);

/** Sends the prompt of an agent's latest run again. */
export function useRetry(agentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callProxy(retryRun, { params: { agentId } }),
    onSuccess: ({ state }) => {
      if (state !== "sent") toast.info("Queued. The prompt is sent again when the agent is idle.");
    },
    onError: (error) => toast.error("Couldn't retry the run.", { description: error.message }),
    onSettled: () => refreshAgent(client, agentId),
  });
}
