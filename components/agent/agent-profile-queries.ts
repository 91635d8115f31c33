"use client";

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { agentKeys } from "@/components/agents/agent-queries";
import { callProxy } from "@/lib/client/call";

const getAgentProfile = () =>
  import("@/lib/contract/dashboard/agents/get-agent-profile").then((entry) => entry.getAgentProfile);
const updateAgentProfile = () =>
  import("@/lib/contract/dashboard/agents/update-agent-profile").then((entry) => entry.updateAgentProfile);

const profileKey = (agentId: string) => [...agentKeys.detail(agentId), "profile"] as const;

/** The name and labels users gave an agent, and its owner. */
export function agentProfileQuery(agentId: string) {
  return queryOptions({
    queryKey: profileKey(agentId),
    queryFn: ({ signal }) => callProxy(getAgentProfile, { params: { agentId }, signal }),
  });
}

export function useUpdateProfile(agentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name?: string | null; labels?: string[] }) =>
      callProxy(updateAgentProfile, { params: { agentId }, body }),
    onSuccess: (profile) => client.setQueryData(agentProfileQuery(agentId).queryKey, profile),
    onSettled: () => client.invalidateQueries({ queryKey: agentKeys.lists }),
  });
}
