import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import type { AgentListEntry } from "@/lib/contract/agents/agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { getBatch } from "@/lib/contract/dashboard/batches/get-batch";
import type { Attempt } from "./draft";

type Outcome =
  | { kind: "found"; agentId: string }
  | { kind: "stored"; batchId: string }
  | { kind: "none" }
  | { kind: "unclear"; candidates: readonly AgentListEntry[] };

/** Allowed difference between the browser's clock and the service's. */
const clockSlackMs = 60_000;

/** Checks whether a launch without a response created an agent. Throws {@link CallError} when the service can't be reached. */
export async function reconcileLaunch({ agentId, batchId, startedAt, sent }: Attempt): Promise<Outcome> {
  if (batchId) {
    try {
      await callProxy(getBatch, { params: { batchId } });
      return { kind: "stored", batchId };
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return { kind: "none" };
      throw error;
    }
  }
  if (agentId) {
    try {
      await callProxy(getAgent, { params: { id: agentId } });
      return { kind: "found", agentId };
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return { kind: "none" };
      throw error;
    }
  }
  const { items } = await callProxy(listAgents, { params: {}, query: { limit: "20" } });
  const since = Date.parse(startedAt) - clockSlackMs;
  const name = sent.name.trim();
  const candidates = items.filter((agent) => Date.parse(agent.createdAt) >= since && (!name || agent.name === name));
  return candidates.length > 0 ? { kind: "unclear", candidates } : { kind: "none" };
}
