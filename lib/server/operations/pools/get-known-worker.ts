import { getKnownWorker } from "@/lib/contract/dashboard/pools/get-known-worker";
import { getWorker } from "@/lib/contract/pools/get-worker";
import type { Worker } from "@/lib/contract/pools/worker";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { agentNames } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readWorker } from "@/lib/server/db/known-workers";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { callService } from "@/lib/server/upstream/call-service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

/** The worker, if it is connected. */
async function connectedWorker(id: string): Promise<Worker | undefined> {
  try {
    return await callService(getWorker, { params: { id } });
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 404) return undefined;
    throw error;
  }
}

export const getKnownWorkerOperation = implementOperation(getKnownWorker, async ({ params, user }) => {
  const [store, source] = [await dashboardStore(), indexSource(dashboardSettings())];
  const [connected, known] = await Promise.all([connectedWorker(params.id), readWorker(store, source, params.id)]);
  const agents = known?.agents ?? [];
  const ids = agents.map(({ id }) => id);
  const found = ids.length > 0 ? await agentNames(store, await agentScopeOf(user), ids) : [];
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return {
    worker: connected ?? known?.worker ?? null,
    lastSeenAt: connected || !known ? null : known.seenAt.toISOString(),
    agents: agents.map(({ id, seenAt }) => ({ id, name: names.get(id) ?? "", seenAt: seenAt.toISOString() })),
  };
});
