import { defineOperation } from "../../define-operation";
import { AgentFollowUpsPath, FollowUp, FollowUpBody, followUpBodyBytes } from "../follow-up";

export const addFollowUp = defineOperation({
  id: "addFollowUp",
  summary: "Send a message to an agent, or queue it until the agent is idle",
  method: "POST",
  path: "/dashboard/agents/{agentId}/follow-ups",
  pathParams: AgentFollowUpsPath,
  bodyBytes: followUpBodyBytes,
  body: FollowUpBody,
  response: FollowUp,
  success: 201,
});
