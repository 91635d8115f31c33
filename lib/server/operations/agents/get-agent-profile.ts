import { getAgentProfile } from "@/lib/contract/dashboard/agents/get-agent-profile";
import { readAgentProfile } from "@/lib/server/db/agent-profiles";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

export const getAgentProfileOperation = implementOperation(getAgentProfile, async ({ params }) =>
  readAgentProfile(await dashboardStore(), params.agentId),
);
