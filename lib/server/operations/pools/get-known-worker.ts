import { getKnownWorker } from "@/lib/contract/dashboard/get-known-worker";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { agentNames } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { readWorker } from "@/lib/server/db/known-workers";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";

export const getKnownWorkerOperation = implementOperation(getKnownWorker, async ({ params, person }) => {
  const [store, source] = [await dashboardStore(), indexSource(dashboardSettings())];
  const known = await readWorker(store, source, params.id);
  if (!known) throw new OperationError({ status: 404, code: "worker_not_found", message: "Worker not found." });
  const ids = known.agents.map(({ id }) => id);
  const found = ids.length > 0 ? await agentNames(store, await agentScopeOf(person), ids) : [];
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return {
    worker: known.worker,
    seenAt: known.seenAt.toISOString(),
    agents: known.agents.map(({ id, seenAt }) => ({ id, name: names.get(id) ?? "", seenAt: seenAt.toISOString() })),
  };
});
