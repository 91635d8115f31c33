import { setTimeout as delay } from "node:timers/promises";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { applyEvent, type QueueEvent, type QueueView, readQueueEvent, viewOf } from "@/lib/contract/pools/queue-view";
import { createPoolApi, PoolApiError } from "../controller/pool-api";
import { type ChaosStage, newAgentId } from "./chaos-stage";

export const sentinelPool = "sentinel";

/** What a view says, without what only passes with time. */
function told(view: QueueView): string[] {
  return [...view.values()].map(({ id, claimedWorkerId }) => `${id} ${claimedWorkerId ?? "unclaimed"}`).sort();
}

/** Everything the watch brings from a cursor on, up to and without the sentinel's entry. */
async function eventsFrom(stage: ChaosStage, url: string, cursor: string, sentinel: string): Promise<QueueEvent[]> {
  const api = createPoolApi({ endpoint: url, apiKey: stage.keys.serviceAccount });
  for (;;) {
    const close = new AbortController();
    const events: QueueEvent[] = [];
    try {
      for await (const { event, data } of await api.watch({}, { cursor }, close.signal)) {
        const known = readQueueEvent(event, data);
        if (!known) continue;
        if (known.event === "created" && known.data.id === sentinel) return events;
        events.push(known);
      }
    } catch (error) {
      if (error instanceof PoolApiError && error.status < 429) throw error;
    } finally {
      close.abort();
    }
    await delay(100);
  }
}

async function listed(stage: ChaosStage, url: string) {
  const api = createPoolApi({ endpoint: url, apiKey: stage.keys.serviceAccount });
  for (;;) {
    try {
      return await api.list({});
    } catch (error) {
      if (error instanceof PoolApiError && error.status < 429) throw error;
      await delay(100);
    }
  }
}

/**
 * Lists the queue twice with `pauseMs` in between, on any of the services, and watches from both cursors: the first list
 * and the events up to the second must be the second list. Answers both, to be compared.
 */
export async function listAndWatch(
  stage: ChaosStage,
  pauseMs: number,
): Promise<{ watched: string[]; listed: string[] }> {
  const [one, other] = [stage.lines[0]?.url ?? "", stage.lines.at(-1)?.url ?? ""];
  const first = await listed(stage, one);
  await delay(pauseMs);
  const second = await listed(stage, other);
  const agentId = newAgentId();
  const body = { agentId, prompt: { text: "hello" }, env: { type: "pool", name: sentinelPool } } as const;
  await stage.call(createAgent, { params: {}, body }, [409]);
  const fromFirst = await eventsFrom(stage, other, first.streamCursor, agentId);
  const fromSecond = await eventsFrom(stage, one, second.streamCursor, agentId);
  await stage.call(deleteAgent, { params: { id: agentId } }, [404]);
  const between = fromFirst.slice(0, fromFirst.length - fromSecond.length);
  return { watched: told(between.reduce(applyEvent, viewOf(first.requests))), listed: told(viewOf(second.requests)) };
}
