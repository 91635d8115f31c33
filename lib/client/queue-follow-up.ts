import type { FollowUp } from "@/lib/contract/dashboard/follow-up";
import type { BodyOf } from "@/lib/contract/operation";
import { callProxy } from "./call";
import { isOutcomeUnknown } from "./call-error";
import { newUuid } from "./new-uuid";

const loadOperation = () =>
  import("@/lib/contract/dashboard/follow-ups/add-follow-up").then((entry) => entry.addFollowUp);

export type MessageBody = Omit<BodyOf<Awaited<ReturnType<typeof loadOperation>>>, "id" | "immediate">;

/** The messages of agents whose responses were lost. */
const lost = new Map<string, { content: string; id: string }>();

/** Makes the same text a new message: the user has changed what was lost, so sending it again is meant. */
export function forgetLostFollowUp(agentId: string): void {
  lost.delete(agentId);
}

/** Queues a message for an agent. Repeating a message whose response was lost adds it once. Throws {@link CallError}. */
export const queueFollowUp = (agentId: string, body: MessageBody): Promise<FollowUp> => addOnce(agentId, body, false);

/** Sends a message to an idle agent, like {@link queueFollowUp}, but doesn't queue it: throws if the agent is busy. */
export const sendFollowUp = (agentId: string, body: MessageBody): Promise<FollowUp> => addOnce(agentId, body, true);

async function addOnce(agentId: string, body: MessageBody, immediate: boolean): Promise<FollowUp> {
  const content = JSON.stringify(body);
  const known = lost.get(agentId);
  const id = known?.content === content ? known.id : newUuid();
  const message = { ...body, id, ...(immediate && { immediate }) };
  try {
    const added = await callProxy(loadOperation, { params: { agentId }, body: message });
    lost.delete(agentId);
    return added;
  } catch (error) {
    if (isOutcomeUnknown(error)) lost.set(agentId, { content, id });
    throw error;
  }
}
