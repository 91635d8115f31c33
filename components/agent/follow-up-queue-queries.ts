"use client";

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshAgent } from "@/components/agents/refresh-agent";
import { callProxy } from "@/lib/client/call";
import { type MessageBody, queueFollowUp, sendFollowUp } from "@/lib/client/queue-follow-up";

const deleteFollowUp = () =>
  import("@/lib/contract/dashboard/follow-ups/delete-follow-up").then((entry) => entry.deleteFollowUp);
const listFollowUps = () =>
  import("@/lib/contract/dashboard/follow-ups/list-follow-ups").then((entry) => entry.listFollowUps);
const resumeFollowUps = () =>
  import("@/lib/contract/dashboard/follow-ups/resume-follow-ups").then((entry) => entry.resumeFollowUps);
const sendFollowUpNow = () =>
  import("@/lib/contract/dashboard/follow-ups/send-follow-up-now").then((entry) => entry.sendFollowUpNow);
const updateFollowUp = () =>
  import("@/lib/contract/dashboard/follow-ups/update-follow-up").then((entry) => entry.updateFollowUp);

const queueKey = (agentId: string) => ["follow-ups", agentId] as const;
const waitingRefetchMs = 2_000;
const emptyRefetchMs = 15_000;

/** The messages queued for an agent. Refetched, because other users and the server change them. */
export function followUpsQuery(agentId: string) {
  return queryOptions({
    queryKey: queueKey(agentId),
    queryFn: ({ signal }) => callProxy(listFollowUps, { params: { agentId }, signal }),
    refetchInterval: ({ state }) => (state.data?.items.length ? waitingRefetchMs : emptyRefetchMs),
  });
}

/** Calls a change of the queue and refetches it, and the agent, which may have a new run. */
function useQueueChange<Input>(agentId: string, change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: queueKey(agentId) }), refreshAgent(client, agentId)]),
  });
}

export const useQueueMessage = (agentId: string) =>
  useQueueChange(agentId, (body: MessageBody) => queueFollowUp(agentId, body));

/** Sends a message to an idle agent. */
export const useSendMessage = (agentId: string) =>
  useQueueChange(agentId, (body: MessageBody) => sendFollowUp(agentId, body));

export const useUpdateFollowUp = (agentId: string) =>
  useQueueChange(agentId, ({ id, ...body }: { id: string; text?: string; before?: string | null }) =>
    callProxy(updateFollowUp, { params: { id }, body }),
  );

export const useDeleteFollowUp = (agentId: string) =>
  useQueueChange(agentId, (id: string) => callProxy(deleteFollowUp, { params: { id } }));

export const useSendNow = (agentId: string) =>
  useQueueChange(agentId, (id: string) => callProxy(sendFollowUpNow, { params: { id } }));

export const useResume = (agentId: string) =>
  useQueueChange(agentId, () => callProxy(resumeFollowUps, { params: { agentId } }));
