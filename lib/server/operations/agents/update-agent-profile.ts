import { updateAgentProfile } from "@/lib/contract/dashboard/agents/update-agent-profile";
import { changeAgentProfile, readAgentProfile } from "@/lib/server/db/agent-profiles";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";

export const updateAgentProfileOperation = implementOperation(updateAgentProfile, async ({ params, body }) => {
  const store = await dashboardStore();
  if (await changeAgentProfile(store, params.agentId, body)) return readAgentProfile(store, params.agentId);
  const message = "Agent not found.";
  throw new OperationError({ status: 404, code: "agent_not_found", message, field: "agentId" });
});
