import { listAgentChanges } from "@/lib/contract/dashboard/agents/list-agent-changes";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { agentChanges, indexProgress } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { accessChange } from "@/lib/server/db/user-access";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const listAgentChangesOperation = implementOperation(listAgentChanges, async ({ query, user }) => {
  const { since, limit, wanted = [] } = query;
  const store = await dashboardStore();
  const scope = await agentScopeOf(user);
  await notifyIndex(store, { viewing: true, ...(wanted.length > 0 ? { wanted } : {}) });
  const progress = await indexProgress(store, scope.source);
  const isOutdated = scope.viewer?.seesAll === false && since < (await accessChange(store, user.id));
  if (isOutdated) return { rows: [], removed: [], change: since, more: false, outdated: true, progress };
  return { ...(await agentChanges(store, { ...scope, since, limit })), progress };
});
