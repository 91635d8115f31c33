import { listAgentChanges } from "@/lib/contract/dashboard/list-agent-changes";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { agentChanges, indexProgress } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const listAgentChangesOperation = implementOperation(listAgentChanges, async ({ query, person }) => {
  const { since, limit, wanted = [] } = query;
  const store = await dashboardStore();
  const source = indexSource(dashboardSettings());
  await notifyIndex(store, { viewing: true, ...(wanted.length > 0 ? { wanted } : {}) });
  const changes = await agentChanges(store, { source, since, limit, me: person.id });
  return { ...changes, progress: await indexProgress(store, source) };
});
