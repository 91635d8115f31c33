import { getAgentNames } from "@/lib/contract/dashboard/get-agent-names";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { agentNames } from "@/lib/server/db/agent-rows";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const getAgentNamesOperation = implementOperation(getAgentNames, async ({ query }) => ({
  agents: await agentNames(await dashboardStore(), indexSource(dashboardSettings()), query.ids),
}));
