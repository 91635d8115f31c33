import { defineOperation } from "../../define-operation";
import { AgentFollowUpsPath, FollowUp } from "../follow-up";

export const retryRun = defineOperation({
  id: "retryRun",
  summary: "Send the prompt of an agent's latest run again",
  method: "POST",
  path: "/dashboard/agents/{agentId}/retry",
  pathParams: AgentFollowUpsPath,
  response: FollowUp,
  success: 201,
});
