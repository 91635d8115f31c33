import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AgentFollowUpsPath } from "../follow-up";

export const resumeFollowUps = defineOperation({
  id: "resumeFollowUps",
  summary: "Continue an agent's queue after a run that failed or was canceled",
  method: "POST",
  path: "/dashboard/agents/{agentId}/follow-ups/resume",
  pathParams: AgentFollowUpsPath,
  response: z.object({ agentId: z.string() }),
});
