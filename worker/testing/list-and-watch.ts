import { setTimeout as delay } from "node:timers/promises";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import {
  applyEvent,
  createQueueView,
  type QueueEvent,
  type QueueView,
  readQueueEvent,
} from "@/lib/model/queue/queue-view";
import { createPoolApi, PoolApiError } from "../controller/pool-api";
import { type ChaosCluster, newAgentId } from "./chaos-cluster";

export const sentinelPool = "sentinel";

/** Summarizes a view without its time-dependent fields. */
function summarize(view: QueueView): string[] {
  return [...view.values()].map(({ id, claimedWorkerId }) => `${id} ${claimedWorkerId ?? "unclaimed"}`).sort();
}

/** Returns the watch's events from a cursor up to, but not including, the sentinel's. */
async function eventsFrom(cluster: ChaosCluster, url: string, cursor: string, sentinel: string): Promise<QueueEvent[]> {
  const api = createPoolApi({ endpoint: url, apiKey: cluster.keys.serviceAccount });
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

async function listed(cluster: ChaosCluster, url: string) {
  const api = createPoolApi({ endpoint: url, apiKey: cluster.keys.serviceAccount });
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
 * Lists the queue twice, `pauseMs` apart and on different services, and watches from both cursors. The first list plus the
 * events up to the second list must equal the second list. Returns both for comparison.
 */
export async function listAndWatch(
  cluster: ChaosCluster,
  pauseMs: number,
): Promise<{ watched: string[]; listed: string[] }> {
  const [one, other] = [cluster.proxies[0]?.url ?? "", cluster.proxies.at(-1)?.url ?? ""];
  const first = await listed(cluster, one);
  await delay(pauseMs);
  const second = await listed(cluster, other);
  const agentId = newAgentId();
  const body = { agentId, prompt: { text: "hello" }, env: { type: "pool", name: sentinelPool } } as const;
  await cluster.call(createAgent, { params: {}, body }, [409]);
  const fromFirst = await eventsFrom(cluster, other, first.streamCursor, agentId);
  const fromSecond = await eventsFrom(cluster, one, second.streamCursor, agentId);
  await cluster.call(deleteAgent, { params: { id: agentId } }, [404]);
  const between = fromFirst.slice(0, fromFirst.length - fromSecond.length);
  return {
    watched: summarize(between.reduce(applyEvent, createQueueView(first.requests))),
    listed: summarize(createQueueView(second.requests)),
  };
}
