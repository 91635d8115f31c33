import { getAgentNames } from "@/lib/contract/dashboard/agents/get-agent-names";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { agentNames } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const getAgentNamesOperation = implementOperation(getAgentNames, async ({ query, user }) => ({
  agents: await agentNames(await dashboardStore(), await agentScopeOf(user), query.ids),
}));
