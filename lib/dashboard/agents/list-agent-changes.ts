import { indexSource } from "@/lib/agent-index/index-source";
import { notifyIndex } from "@/lib/agent-index/notices";
import { listAgentChanges } from "@/lib/contract/dashboard/list-agent-changes";
import { agentChanges, indexProgress } from "@/lib/store/agent-rows";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { dashboardSettings } from "@/lib/upstream/dashboard-settings";
import { answerWith } from "@/lib/upstream/own-operation";

export const listAgentChangesOperation = answerWith(listAgentChanges, async ({ query }) => {
  const { since, limit, wanted = [] } = query;
  const store = await dashboardStore();
  const source = indexSource(dashboardSettings());
  await notifyIndex(store, { viewing: true, ...(wanted.length > 0 ? { wanted } : {}) });
  const changes = await agentChanges(store, { source, since, limit });
  return { ...changes, progress: await indexProgress(store, source) };
});
