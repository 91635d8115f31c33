import { isTerminal } from "@/lib/contract/agents/terminal";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import { agentsWithFollowUps, indexedAgent, pauseOfQueue, readQueue } from "@/lib/server/db/follow-ups";
import { maxNoticeIds, notifyIndex } from "@/lib/server/db/index-notices";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { type FollowUpParts, sendNextFollowUp } from "./send-follow-up";

const concurrency = 4;

/** Sends the next message of every queue whose agent is idle. */
export async function sendDueFollowUps(parts: FollowUpParts): Promise<void> {
  const { store, source } = parts;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const agentIds = await agentsWithFollowUps(store, source, { after, limit: maxNoticeIds });
    // The index checks the runs of these agents more often, to notice when they end.
    if (agentIds.length > 0) await notifyIndex(store, { wanted: agentIds });
    const permits = new Semaphore(concurrency);
    await Promise.all(agentIds.map((agentId) => permits.run(() => sendIfDue(parts, agentId))));
    after = agentIds.length < maxNoticeIds ? undefined : agentIds.at(-1);
  }
}

async function sendIfDue(parts: FollowUpParts, agentId: string): Promise<void> {
  const { store, log } = parts;
  try {
    if (await isDue(parts, agentId)) await sendNextFollowUp(parts, agentId);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.info({ err: error, agent: agentId }, "queued message not sent yet");
    // The index removes a deleted agent with its queue.
    if (error.status === 404) await notifyIndex(store, { agents: [agentId] });
  }
}

/** Uses the index, so that waiting queues need no calls to the service. */
async function isDue({ store, service, source }: FollowUpParts, agentId: string): Promise<boolean> {
  const queue = { source, agentId };
  const queued = await readQueue(store.database, queue);
  const retryAt = queued[0]?.row.retryAt?.getTime() ?? 0;
  if (queued.some(({ row }) => row.state === "sending") || retryAt > service.clock.now()) return false;
  const agent = await indexedAgent(store, queue);
  if (!agent || !isTerminal(agent.runStatus)) return false;
  return (await pauseOfQueue(store.database, queue, queued, agent)) === undefined;
}
