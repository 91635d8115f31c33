"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refreshAgent } from "@/components/agents/refresh-agent";
import { followUpsQuery } from "./follow-up-queue-queries";

/** An agent's queued messages. When one leaves the queue it may have started a run, so the agent is refetched. */
export function useFollowUpQueue(agentId: string) {
  const client = useQueryClient();
  const { data } = useQuery(followUpsQuery(agentId));
  const count = data?.items.length ?? 0;
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) void refreshAgent(client, agentId);
    before.current = count;
  }, [client, agentId, count]);
  return data;
}
