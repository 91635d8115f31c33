import { z } from "zod";
import { defineOperation } from "../../operation";
import { AgentFollowUpsPath, FollowUp } from "../follow-up";

export const retryRun = defineOperation({
  id: "retryRun",
  summary: "Send the prompt of an agent's latest run again",
  method: "POST",
  path: "/dashboard/agents/{agentId}/retry",
  pathParams: AgentFollowUpsPath,
  query: z.object({}),
  response: FollowUp,
  success: 201,
  family: "dashboard",
});
